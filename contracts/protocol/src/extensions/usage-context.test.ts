import { expect, test } from 'vitest';
import { contextUseOf, contextUseOfChat, withContextUse, type ContextUse } from './usage-context.ts';
import { costOf, withCost } from './usage-cost.ts';

const message = { text: 'hi', origin: { kind: 'user' as const } };
const turn = (id: string, context?: ContextUse) => ({
  id,
  message,
  responseParts: [],
  state: 'complete' as const,
  ...(context && { usage: withContextUse({}, context) }),
});

test('K3: how full the context window is travels with the usage of a turn, beside its cost', () => {
  const context = { used: 12, window: 100, parts: [{ kind: 'tools', label: 'Board', tokens: 12 }] };
  const usage = withContextUse(withCost({ inputTokens: 12 }, 0.5), context);
  expect(contextUseOf(usage)).toEqual(context);
  expect(costOf(usage)).toBe(0.5);
});

test('K3: something else in its place counts as nothing', () => {
  for (const wrong of [1, 'full', { used: -1 }, { used: 1, window: 0 }, { used: 1, parts: [{}] }]) {
    expect(contextUseOf({ _meta: { 'loggia.context': wrong } })).toBeUndefined();
  }
});

test('K3: the context window of a chat is that of the running turn, else of the last turn that says', () => {
  const turns = [turn('1', { used: 1 }), turn('2', { used: 2 }), turn('3')];
  expect(contextUseOfChat({ turns })).toEqual({ used: 2 });
  const activeTurn = { ...turn('4', { used: 4 }), startedAt: '2026-01-01T00:00:00.000Z' };
  expect(contextUseOfChat({ turns, activeTurn })).toEqual({ used: 4 });
  expect(contextUseOfChat({ turns: [] })).toBeUndefined();
});

test('K3: finished turns are looked at once, however often the running turn changes', () => {
  let looks = 0;
  const quiet = { ...turn('1') };
  Object.defineProperty(quiet, 'usage', {
    get: () => {
      looks++;
      return undefined;
    },
  });
  const turns = [quiet, quiet, quiet];
  for (let word = 0; word < 10; word++) contextUseOfChat({ turns });
  expect(looks).toBe(3);
});
