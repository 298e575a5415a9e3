import path from 'node:path';
import { withChildren } from '../children/child.ts';
import type { Benchmark } from '../measure/result.ts';
import { compare, median, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { type Start, startOnce } from './started-host.ts';

const many = 10_000;
const few = 10;
const rounds = 11;

/** Whether a host with much stored data starts slower, or uses more memory, than one with little. */
export const start: Benchmark = {
  names: ['start', 'start memory'],
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const full = path.join(directory, 'full');
      const empty = path.join(directory, 'empty');
      await withChildren(async (startChild) => {
        const stored = startChild('stored sessions');
        await stored.ask('store', { directory: empty, sessions: few });
        await stored.ask('store', { directory: full, sessions: many });
      });
      const memory: Record<'ours' | 'baseline', number[]> = { ours: [], baseline: [] };
      const noted = (side: 'ours' | 'baseline', { readyMs, residentMegabytes }: Start): number => {
        memory[side].push(residentMegabytes);
        return readyMs;
      };
      const measured = await playRounds(rounds, {
        ours: async () => noted('ours', await startOnce(full)),
        baseline: async () => noted('baseline', await startOnce(empty)),
      });
      const [ours, baseline] = [median(memory.ours), median(memory.baseline)];
      return [
        {
          name: 'start',
          means: `time until the host serves, ${many} sessions stored / ${few}`,
          ...compare(measured),
          unit: 'ms',
          bound: '<=',
          target: 1.3,
        },
        {
          name: 'start memory',
          means: `resident memory of the host just started, in MB, ${many} sessions stored − ${few}`,
          ours,
          baseline,
          unit: 'MB',
          ratio: ours - baseline,
          bound: '<=',
          target: 20,
        },
      ];
    }),
};
