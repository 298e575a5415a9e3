import { allowanceExtensions } from '@loggia/protocol';
import { allowanceRecords, type Sessions } from '@loggia/sessions';
import type { CommandDefinition } from './table.ts';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';

/** Not offered to agents: an agent that needs a permission must not be able to grant it. */
const rows: Rows<typeof allowanceExtensions> = {
  listAllowances: { grant: 'read', reads: allowanceRecords },
  revokeAllowance: { grant: 'admin' },
};

export function allowanceCommands(
  allowances: () => Sessions['allowances'],
): Record<string, CommandDefinition> {
  const operations: Operations<typeof allowanceExtensions> = {
    listAllowances: async () => ({ allowances: await allowances().list() }),
    revokeAllowance: async ({ id }) => ({ revoked: await allowances().revoke(id) }),
  };
  return commandsOf(allowanceExtensions, rows, operations);
}
