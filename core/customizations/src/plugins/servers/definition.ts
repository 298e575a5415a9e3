import type { ServerDefinition } from '@loggia/mcp';
import { isPlain } from '../../files/names.ts';
import type { DeclarationRules } from './declaration-rules.ts';
import { Fault } from './fault.ts';
import { namesFolder } from './named-folder.ts';
import { portableTransport } from './portable-transport.ts';
import { tolerantTransport } from './tolerant-transport.ts';
import { treatment } from './treatment.ts';
import { entryOf } from './values.ts';

export function refuseServerName(name: string): void {
  if (name.trim() !== '' && name.length <= 200 && name !== '__proto__' && isPlain(name)) return;
  throw new Fault(
    `${JSON.stringify(name.slice(0, 50))} cannot be the name of a server. Choose a short plain one.`,
  );
}

/** Turns a declaration into a definition. Throws a Fault that says what to correct. */
export function defineServer(name: string, written: unknown, rules: DeclarationRules): ServerDefinition {
  refuseServerName(name);
  const entry = entryOf(written);
  if (rules.dialect === 'agent-plugins') return { name, transport: portableTransport(entry, rules) };
  const transport = tolerantTransport(entry, rules);
  return { name, transport, ...(namesFolder(transport) && { roots: 'none' }), ...treatment(entry, rules) };
}

/** Unsupported requests of a declaration; the server is connected anyway. */
export function omissionOf(written: unknown): Fault | undefined {
  const asksForFile = typeof written === 'object' && written !== null && 'envFile' in written;
  if (!asksForFile) return undefined;
  return new Fault('"envFile" is not read here. Write the variables under "env".', 'envFile');
}

export function isDisabled(written: unknown): boolean {
  if (typeof written !== 'object' || written === null) return false;
  const entry = new Map<string, unknown>(Object.entries(written));
  return entry.get('disabled') === true || entry.get('enabled') === false;
}
