import path from 'node:path';
import type { ServerSandbox } from '@loggia/mcp';
import type { DeclarationRules } from './declaration-rules.ts';
import { Fault } from './fault.ts';
import { below } from './launch.ts';
import { expand } from './placeholders.ts';
import { choice, entryOf, text, type Entry } from './values.ts';

const field = 'sandbox';
const mostFolders = 100;
const form =
  '"sandbox" must be true, false, or an object such as { "folders": [{ "path": "/srv/notes", "access": "read" }], "network": "none" }.';

/**
 * The limits of a process, if the declaration or the host asks for a sandbox. A guest can ask for its own, but can't
 * drop the one that the host asks for.
 */
export function sandboxOf(entry: Entry, rules: DeclarationRules): { readonly sandbox?: ServerSandbox } {
  const written = entry.get(field) ?? undefined;
  if (written === undefined || (written === false && rules.author === 'guest'))
    return isSandboxed(rules) ? { sandbox: usual(entry, rules) } : {};
  if (written === false) return {};
  return { sandbox: written === true ? usual(entry, rules) : described(written, entry, rules) };
}

function isSandboxed({ environment: { sandboxed }, pluginRoot }: DeclarationRules): boolean {
  return sandboxed !== undefined && (pluginRoot === undefined || !sandboxed.except.includes(pluginRoot));
}

/** The default: the session's folder, and no network. */
function usual(entry: Entry, rules: DeclarationRules): ServerSandbox {
  return { folders: ownFolders(entry, rules), workspace: true, network: 'none' };
}

function described(written: unknown, entry: Entry, rules: DeclarationRules): ServerSandbox {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) throw new Fault(form, field);
  const wanted = entryOf(written);
  const other = [...wanted.keys()].find((key) => key !== 'folders' && key !== 'network');
  if (other !== undefined)
    throw new Fault(`"${other.slice(0, 50)}" isn't a setting of "sandbox". Remove it.`, field);
  const folders = wanted.get('folders') ?? undefined;
  return {
    folders: [...ownFolders(entry, rules), ...(folders === undefined ? [] : foldersIn(folders, rules))],
    workspace: folders === undefined,
    network: choice(wanted, 'network', ['none', 'host']) ?? 'none',
  };
}

/** Files that the declaration itself runs, which don't have to be listed twice. */
function ownFolders(entry: Entry, rules: DeclarationRules): ServerSandbox['folders'] {
  const { pluginRoot, pluginData } = rules;
  const cwd = text(entry, 'cwd') ?? text(entry, 'workingDirectory');
  return [
    ...(pluginRoot === undefined ? [] : [{ path: pluginRoot, access: 'read' as const }]),
    ...(pluginData === undefined ? [] : [{ path: pluginData, access: 'write' as const }]),
    ...(cwd === undefined ? [] : [{ path: located(cwd, 'cwd', rules), access: 'read' as const }]),
  ];
}

function foldersIn(written: unknown, rules: DeclarationRules): ServerSandbox['folders'] {
  if (!Array.isArray(written)) throw new Fault(form, field);
  if (written.length > mostFolders)
    throw new Fault(`"sandbox" has more than ${mostFolders} folders. Name folders that contain them.`, field);
  return written.map((each: unknown) => {
    const folder = typeof each === 'object' && each !== null ? entryOf(each) : undefined;
    const named = folder && text(folder, 'path');
    if (folder === undefined || named === undefined || named === '') throw new Fault(form, field);
    return {
      path: located(named, field, rules),
      access: choice(folder, 'access', ['read', 'write']) ?? 'read',
    };
  });
}

/** Paths of a guest stay inside its folder. */
function located(written: string, where: string, rules: DeclarationRules): string {
  const named = expand(written, rules);
  if (named.startsWith('~'))
    throw new Fault(`"${where}" has a path that starts with "~". Write it in full.`, where);
  if (rules.author === 'host' && path.isAbsolute(named)) return path.normalize(named);
  return below(rules.folder, named, where, rules);
}
