import { accessExtensions } from '@loggia/protocol';
import type { CommandDefinition } from './table.ts';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';

export type AccessOperations = Operations<typeof accessExtensions>;

/** Not lent and not offered to agents: these decide who else gets in. */
const rows: Rows<typeof accessExtensions> = {
  rotateToken: { grant: 'admin' },
  listBrowsers: { grant: 'admin' },
  revokeBrowser: { grant: 'admin' },
};

export function accessCommands(operations: AccessOperations): Record<string, CommandDefinition> {
  return commandsOf(accessExtensions, rows, operations);
}
