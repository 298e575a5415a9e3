import { spentAfter, withCacheWrite, withCost } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { sessionUsed, turnUsed } from './usage-words.ts';

test('K4: tokens and cost of a turn are told as far as they are known', () => {
  expect(turnUsed(undefined)).toBeUndefined();
  expect(turnUsed({ model: 'm' })).toBeUndefined();
  expect(turnUsed({ inputTokens: 1200, outputTokens: 3 })).toBe('1,200 tokens in, 3 out');
  const cached = withCacheWrite({ inputTokens: 1200, cacheReadTokens: 1000, outputTokens: 3 }, 150);
  expect(turnUsed(withCost(cached, 0.0123))).toBe(
    '1,200 tokens in, 1,000 cached, 150 written to the cache, 3 out, $0.0123',
  );
});

test('K4: a session tells the sum of its turns', () => {
  const once = spentAfter(undefined, withCost({ inputTokens: 1000, outputTokens: 10 }, 0.5));
  const twice = spentAfter({ 'loggia.spent': once }, { inputTokens: 500, outputTokens: 5 });
  expect(sessionUsed({ _meta: { 'loggia.spent': twice } })).toBe('1,500 tokens in, 15 out, $0.50');
  expect(sessionUsed({})).toBeUndefined();
});
