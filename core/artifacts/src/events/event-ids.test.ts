import { ManualClock, SeededRandom } from '@loggia/testing/kernel';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventIds } from './event-ids.ts';

describe('ids of events', () => {
  it('H2: sort in the order in which they were given out, whatever the clock does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5000, max: 5000 }), { maxLength: 200 }),
        fc.nat(),
        (moves, seed) => {
          const clock = new ManualClock();
          const random = new SeededRandom(seed);
          const ids = new EventIds(clock, () => random.next());
          const given = moves.map((ms) => {
            clock.advance(ms);
            return ids.next();
          });
          expect([...given].sort()).toEqual(given);
          expect(new Set(given).size).toBe(given.length);
          expect(new Set(given.map((id) => id.length))).toEqual(
            given.length === 0 ? new Set() : new Set([22]),
          );
        },
      ),
    );
  });

  it('H2: sort even where more are given out in a moment than the count holds', () => {
    const ids = new EventIds(new ManualClock(), () => 0.999);
    let last = ids.next();
    let sorted = true;
    for (let index = 0; index < 32 ** 4 + 10; index++) {
      const next = ids.next();
      sorted &&= next > last;
      last = next;
    }
    expect(sorted).toBe(true);
  });

  it('H2: of two processes that begin in the same moment differ', () => {
    const clock = new ManualClock();
    const [one, other] = [new SeededRandom(1), new SeededRandom(2)];
    expect(new EventIds(clock, () => one.next()).next()).not.toBe(
      new EventIds(clock, () => other.next()).next(),
    );
  });
});
