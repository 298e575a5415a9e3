import { storageExtensions } from '@loggia/protocol';
import type { CommandDefinition } from './table.ts';
import { commandsOf, stored, type Operations, type Rows } from './from-contract.ts';

export type StorageOperations = Operations<typeof storageExtensions>;

/** What has no subject is lent to nobody: a copy holds everything. Neither changes what is stored. */
const rows: Rows<typeof storageExtensions> = {
  backUp: { grant: 'admin', detached: true, reads: stored },
  checkStorage: { grant: 'admin', detached: true, reads: stored },
};

export function storageCommands(operations: StorageOperations): Record<string, CommandDefinition> {
  return commandsOf(storageExtensions, rows, operations);
}
