import type { ServerTransport } from '@loggia/mcp';
import type { DeclarationRules } from './declaration-rules.ts';
import { endpointOf, refuseInsecure } from './endpoint.ts';
import { Fault } from './fault.ts';
import { below, commandPath, ofPlugin, valuesOf, within } from './launch.ts';
import { expandPortable } from './placeholders.ts';
import { sandboxOf } from './sandbox.ts';
import { choice, environmentOf, headersOf, text, texts, type Entry } from './values.ts';

const portableFields = {
  stdio: ['type', 'command', 'args', 'env', 'cwd'],
  remote: ['type', 'url', 'headers'],
};

function refuseOthers(entry: Entry, known: readonly string[]): void {
  const other = [...entry.keys()].find((field) => !known.includes(field));
  if (other === undefined) return;
  throw new Fault(`"${other.slice(0, 50)}" does not belong here. Remove it.`, other);
}

function portableFolder(entry: Entry, rules: DeclarationRules): { cwd?: string } {
  const written = text(entry, 'cwd');
  if (written === undefined) return rules.folder === undefined ? {} : { cwd: rules.folder };
  if (!/^(?:\.\/|\$\{PLUGIN_(?:ROOT|DATA)\}(?:\/|$))/.test(written)) {
    throw new Fault('"cwd" must start with "./", "${PLUGIN_ROOT}" or "${PLUGIN_DATA}".', 'cwd');
  }
  if (written.startsWith('./'))
    return { cwd: below(rules.folder, expandPortable(written, rules), 'cwd', rules) };
  const start = written.startsWith('${PLUGIN_ROOT}') ? rules.pluginRoot : rules.pluginData;
  return { cwd: below(start, expandPortable(written, rules), 'cwd', rules) };
}

/** As in Agent Plugins 1.0: each kind has a fixed set of fields. */
export function portableTransport(entry: Entry, rules: DeclarationRules): ServerTransport {
  const kind = choice(entry, 'type', ['stdio', 'streamable-http', 'sse']);
  if (kind === undefined) throw new Fault('"type" is missing. Write "stdio", "streamable-http" or "sse".');
  if (kind === 'stdio') {
    refuseOthers(entry, portableFields.stdio);
    const command = text(entry, 'command');
    if (command === undefined || !/^(?:\.\/[^\\]+|[^\s/\\]+)$/.test(command) || command.includes('${')) {
      throw new Fault('"command" must be the name of a program, or a path that starts with "./".', 'command');
    }
    const replace = (value: string) => expandPortable(value, rules);
    return {
      kind,
      command: commandPath(command, rules),
      args: within('args', () => texts(entry, 'args').map(replace)),
      env: { ...within('env', () => valuesOf(environmentOf(entry, 'env'), replace)), ...ofPlugin(rules) },
      ...within('cwd', () => portableFolder(entry, rules)),
      ...sandboxOf(new Map(), rules),
    };
  }
  refuseOthers(entry, portableFields.remote);
  const written = text(entry, 'url');
  if (written === undefined) throw new Fault('"url" is missing. Add the server\'s address.');
  const url = endpointOf(written, 'url');
  refuseInsecure(url, 'url');
  return {
    kind: kind === 'sse' ? 'sse' : 'http',
    url: url.href,
    headers: Object.fromEntries(headersOf(entry)),
  };
}
