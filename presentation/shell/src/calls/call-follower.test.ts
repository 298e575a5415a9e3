import type { CallUnderWay } from '@loggia/protocol';
import { describe, expect, it, vi } from 'vitest';
import { CallFollower } from './call-follower.ts';

const call: CallUnderWay = {
  id: 'c',
  server: 's',
  serverName: 'everything',
  tool: 't',
  by: 'person',
  questions: [{ id: 'q', message: 'Which?' }],
};

describe('J9: following the calls of this browser', () => {
  it('hears of them while one is under way, and of nothing before and after', async () => {
    const asked: (number | undefined)[] = [];
    const follower = new CallFollower((after, signal) => {
      asked.push(after);
      if (after === undefined) return Promise.resolve({ seq: 4, calls: [call] });
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('over'))));
    });
    const shown: number[] = [];
    follower.subscribe(() => shown.push(follower.calls().length));
    let finish = (): void => {};
    const work = follower.during(new Promise<void>((resolve) => (finish = resolve)));
    await vi.waitFor(() => expect(follower.calls()).toEqual([call]));
    finish();
    await work;
    expect(follower.calls()).toEqual([]);
    expect(shown).toEqual([1, 0]);
    expect(asked).toEqual([undefined, 4]);
  });

  it('does not begin for a call that is over soon', async () => {
    const follower = new CallFollower(() => Promise.reject(new Error('nobody asks')));
    expect(await follower.during(Promise.resolve(7), 50)).toBe(7);
    expect(follower.calls()).toEqual([]);
  });

  it('goes on after a failure of the line', async () => {
    vi.useFakeTimers();
    try {
      let tries = 0;
      const follower = new CallFollower((_, signal) => {
        tries += 1;
        if (tries === 1) return Promise.reject(new Error('down'));
        if (tries === 2) return Promise.resolve({ seq: 1, calls: [call] });
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('over'))),
        );
      });
      let finish = (): void => {};
      const work = follower.during(new Promise<void>((resolve) => (finish = resolve)));
      await vi.advanceTimersByTimeAsync(2000);
      expect(follower.calls()).toEqual([call]);
      finish();
      await work;
    } finally {
      vi.useRealTimers();
    }
  });
});
