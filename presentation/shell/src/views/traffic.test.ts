import { describe, expect, test } from 'vitest';
import { Traffic, viewTraffic, type TrafficLimits, type Verdict } from './traffic.ts';

const limits: TrafficLimits = {
  messages: { burst: 10, perSecond: 5 },
  characters: { burst: 1000, perSecond: 100 },
  values: { burst: 500, perSecond: 50 },
  dropped: { most: 20, withinMs: 10_000 },
};

function counted(verdicts: readonly Verdict[]): Readonly<Record<Verdict, number>> {
  const count = (wanted: Verdict): number => verdicts.filter((verdict) => verdict === wanted).length;
  return { pass: count('pass'), drop: count('drop'), stop: count('stop') };
}

const times = (count: number, run: (index: number) => Verdict): readonly Verdict[] =>
  Array.from({ length: count }, (_, index) => run(index));

describe('the traffic of a View', () => {
  test('E11: passes up to its burst, is dropped above it, and stops a View that goes on', () => {
    const traffic = new Traffic(limits);
    expect(counted(times(50, () => traffic.arrived(0)))).toEqual({ pass: 10, drop: 20, stop: 20 });
  });

  test('E11: passes again after a pause', () => {
    const traffic = new Traffic(limits);
    times(15, () => traffic.arrived(0));
    expect(counted(times(10, () => traffic.arrived(1000)))).toEqual({ pass: 5, drop: 5, stop: 0 });
  });

  test('E11: at its rate passes for good, and a little above it loses some without being stopped', () => {
    const steady = new Traffic(limits);
    expect(counted(times(1000, (at) => steady.arrived(at * 200)))).toEqual({ pass: 1000, drop: 0, stop: 0 });
    const lively = new Traffic(limits);
    expect(counted(times(1000, (at) => lively.arrived(at * 170))).stop).toBe(0);
  });

  test('E11: is counted by characters and by values, too', () => {
    const long = new Traffic(limits);
    expect(counted(times(5, () => long.weighed({ characters: 400, values: 1 }, 0)))).toMatchObject({
      pass: 2,
    });
    const many = new Traffic(limits);
    expect(counted(times(5, () => many.weighed({ characters: 1, values: 200 }, 0)))).toMatchObject({
      pass: 2,
    });
  });

  test('E11: a clock that goes back gives nothing away', () => {
    const traffic = new Traffic(limits);
    times(10, () => traffic.arrived(5000));
    expect(traffic.arrived(0)).toBe('drop');
    expect(traffic.arrived(0)).toBe('drop');
  });

  test('E11: sixty messages a second, with a burst at the start, are nothing unusual', () => {
    const traffic = new Traffic(viewTraffic);
    times(300, () => traffic.arrived(0));
    expect(counted(times(6000, (at) => traffic.arrived(at * 16)))).toEqual({ pass: 6000, drop: 0, stop: 0 });
  });
});
