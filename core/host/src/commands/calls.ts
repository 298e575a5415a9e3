import { callExtensions } from '@loggia/protocol';
import { commandsOf, stored, type Operations, type Rows } from './from-contract.ts';
import type { CommandDefinition } from './table.ts';

export type CallOperations = Operations<typeof callExtensions>;

/** Not lent: a question to a person is theirs to answer. */
const rows: Rows<typeof callExtensions> = {
  followCalls: {
    says: 'Waits for changes to the calls that this client made outside any chat, and for questions of their servers.',
    grant: 'write',
    reads: stored,
    detached: true,
  },
  answerCall: {
    says: "Answers a question of such a call's server.",
    grant: 'write',
    reads: stored,
  },
  cancelCall: { says: 'Cancels such a call.', grant: 'write', reads: stored },
};

export function callCommands(operations: CallOperations): Record<string, CommandDefinition> {
  return commandsOf(callExtensions, rows, operations);
}
