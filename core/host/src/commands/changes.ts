import { authorOf } from '@loggia/access';
import type { Changes } from '@loggia/changes';
import { commandTable } from '@loggia/protocol';
import { command, type CommandDefinition } from './table.ts';

const { invokeChangesetOperation } = commandTable;

/** Reverting writes files of this machine, so it takes the same grant as writing them. Agents aren't offered it. */
export function changesCommands(changes: Pick<Changes, 'invoke'>): Record<string, CommandDefinition> {
  return {
    invokeChangesetOperation: command({
      says: 'Keeps or reverts the changes that a turn or a session made to files.',
      result: invokeChangesetOperation.result,
      grant: 'write',
      params: invokeChangesetOperation.params,
      run: (params, { principal }) => changes.invoke(params, { by: authorOf(principal) }),
    }),
  };
}
