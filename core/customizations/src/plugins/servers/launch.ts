import path from 'node:path';
import { isInside } from '@loggia/access';
import type { DeclarationRules } from './declaration-rules.ts';
import { Fault } from './fault.ts';
import { Unresolved, type PlaceholderContext } from './placeholders.ts';

function unreachable(field: string, { author }: DeclarationRules): string {
  if (author === 'host') return `"${field}" must be a path from the root of the disk. Write it in full.`;
  return "It needs files that are on the client, so it can't be started here.";
}

/** The absolute path. A guest's path must stay below the folder. */
export function below(
  folder: string | undefined,
  written: string,
  field: string,
  rules: DeclarationRules,
): string {
  if (folder === undefined) throw new Fault(unreachable(field, rules), field);
  const resolved = path.resolve(folder, written);
  if (rules.author === 'guest' && !isInside(folder, resolved)) {
    throw new Fault(`"${field}" leads out of the folder. Name a path inside it, without "..".`, field);
  }
  return resolved;
}

export function commandPath(written: string, rules: DeclarationRules): string {
  if (written.trim() === '') throw new Fault('"command" is empty. Name the program to start.', 'command');
  if (/\p{Cc}/u.test(written)) throw new Fault('"command" holds control characters. Remove them.', 'command');
  if (written.startsWith('~'))
    throw new Fault('"command" starts with "~". Write the path in full.', 'command');
  if (path.isAbsolute(written)) return path.normalize(written);
  if (!/[/\\]/.test(written)) return written;
  return below(rules.folder, written, 'command', rules);
}

export function ofPlugin({ pluginRoot, pluginData }: PlaceholderContext): Record<string, string> {
  return {
    ...(pluginRoot !== undefined && { PLUGIN_ROOT: pluginRoot, CLAUDE_PLUGIN_ROOT: pluginRoot }),
    ...(pluginData !== undefined && { PLUGIN_DATA: pluginData, CLAUDE_PLUGIN_DATA: pluginData }),
  };
}

export function valuesOf(
  map: ReadonlyMap<string, string>,
  replace: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries([...map].map(([name, value]) => [name, replace(value)]));
}

/** Names the field if a placeholder in it has no value. */
export function within<Value>(field: string, use: () => Value): Value {
  try {
    return use();
  } catch (error) {
    if (error instanceof Unresolved) throw new Fault(error.message, field);
    throw error;
  }
}
