import path from 'node:path';
import { withChildren } from '../children/child.ts';
import type { Benchmark } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';

const many = 10_000;
const few = 10;
const rounds = 11;
const stream = { turns: 10, deltasPerTurn: 250, perBatch: 50 };

const deltas = stream.turns * stream.deltasPerTurn;

/** Whether a delta costs more in a longer chat. Each round includes snapshots. */
export const longChat: Benchmark = {
  names: ['delta in a long chat'],
  run: () =>
    withTemporaryDirectory((directory) =>
      withChildren(async (start) => {
        const long = start('kernel chat');
        const short = start('kernel chat');
        await long.ask('open', { file: path.join(directory, 'long.db'), pastTurns: many });
        await short.ask('open', { file: path.join(directory, 'short.db'), pastTurns: few });
        const perDelta = (took: number) => (took / deltas) * 1000;
        const measured = await playRounds(rounds, {
          ours: async () => perDelta(await long.ask('stream', stream)),
          baseline: async () => perDelta(await short.ask('stream', stream)),
        });
        const means = `time per durable delta, chat with ${many} turns / chat with ${few}, snapshots included`;
        return [
          { name: 'delta in a long chat', means, ...compare(measured), unit: 'µs', bound: '<=', target: 1.2 },
        ];
      }),
    ),
};
