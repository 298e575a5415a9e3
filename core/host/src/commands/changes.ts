import { authorOf } from '@loggia/access';
import type { Changes } from '@loggia/changes';
import { commandTable, sessionOfChangeset, type Params } from '@loggia/protocol';
import { linesInRange } from '@loggia/protocol/changed-lines';
import type { ActTopic } from './recorded-acts.ts';
import { command, type CommandDefinition } from './table.ts';

const { invokeChangesetOperation } = commandTable;

/**
 * Reverting writes files of this machine, so it takes the same grant as writing them. Agents aren't offered it, and the
 * audit tells who did it.
 */
export function changesCommands(changes: Pick<Changes, 'invoke'>): Record<string, CommandDefinition> {
  return {
    invokeChangesetOperation: command({
      says: 'Keeps or reverts the changes that a turn or a session made to files.',
      result: invokeChangesetOperation.result,
      grant: 'write',
      params: invokeChangesetOperation.params,
      topic: topicOf,
      run: (params, { principal }) => changes.invoke(params, { by: authorOf(principal) }),
    }),
  };
}

/** The operation and the file with its lines, counted from 1 as people do. */
function topicOf({ channel, operationId, target }: Params<'invokeChangesetOperation'>): ActTopic {
  const session = sessionOfChangeset(channel);
  const lines = target?.kind === 'range' ? linesInRange(target.range) : undefined;
  const place = lines ? `:${lines.start + 1}-${lines.end}` : '';
  return {
    target: target ? `${operationId} ${target.resource}${place}` : operationId,
    ...(session !== undefined && { session }),
  };
}
