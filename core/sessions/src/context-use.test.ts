import { expect, test } from 'vitest';
import { boundedContextUse, type ContextPart } from './context-use.ts';

const tools = (label: string, tokens: number): ContextPart => ({ kind: 'tools', label, tokens });

test('K3: a report is kept as it is, in whole tokens', () => {
  const parts = [tools('Board', 12.4), { kind: 'history', label: 'Earlier turns', tokens: 3 } as const];
  expect(boundedContextUse({ used: 15.2, window: 100, parts })).toEqual({
    used: 15,
    window: 100,
    parts: [tools('Board', 12), parts[1]],
  });
});

test('K3: numbers that are none are left out', () => {
  expect(boundedContextUse({ used: Number.NaN })).toBeUndefined();
  expect(boundedContextUse({ used: -1 })).toBeUndefined();
  expect(boundedContextUse({ used: 1, window: 0 })).toEqual({ used: 1 });
  expect(boundedContextUse({ used: 1, parts: [tools('a', Infinity), tools('b', 1)] })).toEqual({
    used: 1,
    parts: [tools('b', 1)],
  });
});

test('K3: of very many parts the largest stay, in their order, and the others are summed up', () => {
  const parts = Array.from({ length: 100 }, (_, n) => tools(`Server ${n}`, n));
  const kept = boundedContextUse({ used: 4950, parts })?.parts ?? [];
  expect(kept.slice(0, 2)).toEqual([tools('Server 60', 60), tools('Server 61', 61)]);
  expect(kept.slice(-1)).toEqual([tools('60 more', 1770)]);
  expect(kept.reduce((sum, part) => sum + part.tokens, 0)).toBe(4950);
});

test('K3: a very long label is cut', () => {
  const [part] = boundedContextUse({ used: 1, parts: [tools('x'.repeat(1000), 1)] })?.parts ?? [];
  expect(part?.label).toBe(`${'x'.repeat(99)}…`);
});
