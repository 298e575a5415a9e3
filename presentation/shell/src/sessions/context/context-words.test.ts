import { expect, test } from 'vitest';
import { contextWords, groupsOf, percent, shareOf, shortCount } from './context-words.ts';

test('K3: the parts of the context window are grouped, the largest first', () => {
  const tools = (label: string, tokens: number) => ({ kind: 'tools' as const, label, tokens });
  const parts = [
    { kind: 'instructions' as const, label: 'Instructions', tokens: 40 },
    tools('Board', 20),
    tools('Files', 100),
    { kind: 'something new', label: 'New', tokens: 1 },
  ];
  expect(groupsOf(parts)).toEqual([
    { kind: 'tools', title: 'Tools', tokens: 120, parts: [tools('Files', 100), tools('Board', 20)] },
    { kind: 'instructions', title: 'Instructions', tokens: 40, parts: [] },
    { kind: 'something new', title: 'Other', tokens: 1, parts: [] },
  ]);
});

test('K3: how full the window is, in words', () => {
  expect(contextWords({ used: 500, window: 2_000 })).toBe('500 of 2,000 tokens, 25%');
  expect(contextWords({ used: 5, window: 2_000 })).toBe('5 of 2,000 tokens, under 1%');
  expect(contextWords({ used: 500 })).toBe('500 tokens');
  expect([shareOf({ used: 3_000, window: 2_000 }), shareOf({ used: 1 })]).toEqual([1, undefined]);
  expect([percent(0), percent(0.999)]).toEqual(['0%', '100%']);
  expect([12, 1_234, 99_600, 999_600].map(shortCount)).toEqual(['12', '1k', '100k', '1.0M']);
});
