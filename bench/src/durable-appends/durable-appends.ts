import path from 'node:path';
import { deltaBytes } from '../chat/conversation.ts';
import { withChildren } from '../children/child.ts';
import type { Benchmark } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';

const perBatch = 100;
const stream = { turns: 20, deltasPerTurn: 500, perBatch };
const rows = stream.turns * stream.deltasPerTurn;
const rounds = 9;

/** The kernel's overhead over the disk. */
export const durableAppends: Benchmark = {
  names: ['durable appends'],
  run: () =>
    withTemporaryDirectory((directory) =>
      withChildren(async (start) => {
        const kernel = start('kernel chat');
        const raw = start('append raw');
        await kernel.ask('open', { file: path.join(directory, 'kernel.db'), pastTurns: 0 });
        await raw.ask('open', { file: path.join(directory, 'raw.db') });
        const perSecond = (took: number) => (rows / took) * 1000;
        const measured = await playRounds(rounds, {
          ours: async () => perSecond(await kernel.ask('stream', stream)),
          baseline: async () => perSecond(await raw.ask('append', { batches: rows / perBatch, perBatch })),
        });
        const means = `${deltaBytes}-byte deltas made durable, ${perBatch} per turn, kernel / raw inserts into the same SQLite`;
        return [
          { name: 'durable appends', means, ...compare(measured), unit: 'rows/s', bound: '>=', target: 0.5 },
        ];
      }),
    ),
};
