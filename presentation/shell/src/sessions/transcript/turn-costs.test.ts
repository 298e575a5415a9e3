import { withCost } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { turnCosts } from './turn-costs.ts';

test('K1: tokens in, cached and out are shown, with what the provider charges', () => {
  const usage = { inputTokens: 1200, cacheReadTokens: 800, outputTokens: 30 };
  const tokens = '1,200 tokens in · 800 cached · 30 out';
  expect(turnCosts({ duration: 2500, usage })).toBe(`2.5 s · ${tokens}`);
  expect(turnCosts({ usage: withCost(usage, 0.00123) })).toBe(`${tokens} · $0.0012`);
  expect(turnCosts({ usage: withCost(usage, 1.5) })).toBe(`${tokens} · $1.50`);
  expect(turnCosts({ usage: withCost(usage, 0.00001) })).toBe(`${tokens} · under $0.0001`);
  expect(turnCosts({ usage: { _meta: { 'loggia.cost': 'a lot' } } })).toBe('');
});
