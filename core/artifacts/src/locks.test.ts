import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Locks } from './locks.ts';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('locks', () => {
  test('F3: whatever is wanted by whom, nobody who wants a key alone ever has it with another, and all get their turn', async () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
    const wish = fc.record({ alone: keys, shared: keys, ticks: fc.nat(3), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { maxLength: 12 }), async (wishes) => {
        const locks = new Locks();
        const alone = new Map<string, number>();
        const shared = new Map<string, number>();
        const add = (map: Map<string, number>, key: string, by: number): void =>
          void map.set(key, (map.get(key) ?? 0) + by);
        let served = 0;
        const work = wishes.map(async (one) => {
          const both = one.shared.filter((key) => !one.alone.includes(key));
          await locks.hold(one, async () => {
            one.alone.forEach((key) => add(alone, key, 1));
            both.forEach((key) => add(shared, key, 1));
            for (let left = one.ticks; left >= 0; left--) {
              for (const key of one.alone) {
                expect([alone.get(key), shared.get(key) ?? 0]).toEqual([1, 0]);
              }
              for (const key of both) expect(alone.get(key) ?? 0).toBe(0);
              await tick();
            }
            one.alone.forEach((key) => add(alone, key, -1));
            both.forEach((key) => add(shared, key, -1));
            served += 1;
            if (one.fails) throw new Error('It failed.');
          });
        });
        const settled = await Promise.allSettled(work);
        expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(
          wishes.filter(({ fails }) => fails).length,
        );
        expect([served, locks.size]).toEqual([wishes.length, 0]);
      }),
      { numRuns: 60 },
    );
  });

  test('F3: those who share do not wait for each other', async () => {
    const locks = new Locks();
    const first = await locks.acquire({ shared: ['a'] });
    const second = await locks.acquire({ shared: ['a'] });
    let isAlone = false;
    const third = locks.acquire({ alone: ['a'] }).then((release) => {
      isAlone = true;
      return release;
    });
    first();
    await tick();
    expect(isAlone).toBe(false);
    second();
    (await third)();
    expect([isAlone, locks.size]).toEqual([true, 0]);
  });
});
