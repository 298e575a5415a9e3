import { storageExtensions } from '@loggia/protocol';
import type { CommandDefinition } from './table.ts';
import { commandsOf, stored, type Operations, type Rows } from './from-contract.ts';

export type StorageOperations = Operations<typeof storageExtensions>;

/** Commands without a subject aren't lent: a copy contains everything. Neither changes stored data. */
const rows: Rows<typeof storageExtensions> = {
  backUp: { grant: 'admin', detached: true, reads: stored },
  getRetention: { grant: 'read', reads: stored },
  checkStorage: { grant: 'admin', detached: true, reads: stored },
};

export function storageCommands(operations: StorageOperations): Record<string, CommandDefinition> {
  return commandsOf(storageExtensions, rows, operations);
}
