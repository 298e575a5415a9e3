import { serverSetupExtensions } from '@loggia/protocol';
import { commandsOf, stored, type Operations, type Rows } from './from-contract.ts';
import { decisionRecords } from './servers.ts';
import type { CommandDefinition } from './table.ts';

export type ServerSetupOperations = Operations<typeof serverSetupExtensions>;

/** Not lent and not offered to agents: these decide what runs on this machine. */
const rows: Rows<typeof serverSetupExtensions> = {
  readServer: {
    says: 'Reads the definition of an MCP server that was added, without the values of its secrets.',
    grant: 'admin',
    reads: decisionRecords,
  },
  editServer: {
    says: 'Changes the definition of an MCP server that was added, and restarts it.',
    grant: 'admin',
  },
  testServer: {
    says: 'Connects to an MCP server once with a definition, and reports the result.',
    grant: 'admin',
    reads: stored,
    detached: true,
  },
};

export function serverSetupCommands(operations: ServerSetupOperations): Record<string, CommandDefinition> {
  return commandsOf(serverSetupExtensions, rows, operations);
}
