import { describe, expect, it } from 'vitest';
import { paced } from './pace.ts';

function rig() {
  let value = 0;
  let listener: (() => void) | undefined;
  let due: (() => void) | undefined;
  const source = {
    getSnapshot: () => value,
    subscribe: (given: () => void) => {
      listener = given;
      return () => {
        listener = undefined;
      };
    },
  };
  const environment = {
    after: (_ms: number, run: () => void) => {
      due = run;
      return () => {
        if (due === run) due = undefined;
      };
    },
  };
  return {
    readable: paced(source, environment, 30),
    set: (next: number) => {
      value = next;
      listener?.();
    },
    rest: () => {
      const run = due;
      due = undefined;
      run?.();
    },
    isIdle: () => due === undefined && listener === undefined,
  };
}

describe('pacing', () => {
  it('J3: the first change shows at once, those soon after together', () => {
    const { readable, set, rest } = rig();
    const seen: number[] = [];
    readable.subscribe(() => seen.push(readable.getSnapshot()));
    set(1);
    set(2);
    set(3);
    expect(seen).toEqual([1]);
    rest();
    expect(seen).toEqual([1, 3]);
    rest();
    rest();
    expect(seen).toEqual([1, 3]);
    set(4);
    expect(seen).toEqual([1, 3, 4]);
  });

  it('J3: what changed between looking and listening is not missed', () => {
    const { readable, set } = rig();
    expect(readable.getSnapshot()).toBe(0);
    set(1);
    readable.subscribe(() => undefined);
    expect(readable.getSnapshot()).toBe(1);
  });

  it('J3: whoever comes back sees the newest, and nothing runs when nobody looks', () => {
    const { readable, set, isIdle } = rig();
    const stop = readable.subscribe(() => undefined);
    set(1);
    stop();
    stop();
    expect(isIdle()).toBe(true);
    set(5);
    expect(readable.getSnapshot()).toBe(5);
  });
});
