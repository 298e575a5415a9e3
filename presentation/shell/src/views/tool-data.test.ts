import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBeTold, toldNothing, type Told, type ToolData, type ToolMessage } from './tool-data.ts';

const initialized: Told = { ...toldNothing, isInitialized: true };
const result = { kind: 'result', result: { content: [] } } as const;
const cancelled = { kind: 'cancelled', reason: 'denied' } as const;
const words = (messages: readonly ToolMessage[]) =>
  messages.map(({ method }) => method.replace('ui/notifications/tool-', ''));

test('E4: nothing is sent before the View is initialized', () => {
  const data: ToolData = { input: { a: 1 }, outcome: result };
  expect(toBeTold(toldNothing, data)).toEqual({ messages: [], told: toldNothing });
});

test('E4: who comes late gets input and result, and no part of the input', () => {
  const { messages } = toBeTold(initialized, { partial: { a: 0 }, input: { a: 1 }, outcome: result });
  expect(messages).toEqual([
    { method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } },
    { method: 'ui/notifications/tool-result', params: { content: [] } },
  ]);
});

test('E4: a second tool input is never sent', () => {
  const { told } = toBeTold(initialized, { input: { a: 1 } });
  expect(toBeTold(told, { input: { a: 2 } }).messages).toEqual([]);
});

test('E4: parts of the input stop with the input', () => {
  const first = toBeTold(initialized, { partial: { a: 'x' } });
  expect(words(first.messages)).toEqual(['input-partial']);
  const second = toBeTold(first.told, { partial: { a: 'x' }, input: { a: 'xy' } });
  expect(words(second.messages)).toEqual(['input']);
  expect(toBeTold(second.told, { partial: { a: 'xyz' } }).messages).toEqual([]);
});

test('E4: the same part is not sent twice', () => {
  const partial = { a: 'x' };
  const { told } = toBeTold(initialized, { partial });
  expect(toBeTold(told, { partial }).messages).toEqual([]);
});

test('E4: a call that was cancelled while its input arrived is told as cancelled, without an input', () => {
  const { messages, told } = toBeTold(initialized, { partial: { a: 'x' }, outcome: cancelled });
  expect(messages).toEqual([{ method: 'ui/notifications/tool-cancelled', params: { reason: 'denied' } }]);
  expect(toBeTold(told, { input: {}, outcome: result }).messages).toEqual([]);
});

test('E4: a result comes after an input, even where there was none', () => {
  expect(words(toBeTold(initialized, { outcome: result }).messages)).toEqual(['input', 'result']);
});

test('E4: in every order of news, input is sent at most once, before any end, and the end once', () => {
  const state = fc.record({
    partial: fc.option(fc.constantFrom({ a: 1 }, { a: 2 }), { nil: undefined }),
    input: fc.option(fc.constantFrom({ a: 3 }, { a: 4 }), { nil: undefined }),
    outcome: fc.option(fc.constantFrom(result, cancelled), { nil: undefined }),
    initializes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(state), (states) => {
      let told = toldNothing;
      const heard: string[] = [];
      const early: unknown[] = [];
      for (const { initializes, ...data } of states) {
        told = Object.assign({}, told, initializes && { isInitialized: true });
        const next = toBeTold(told, data);
        if (!told.isInitialized) early.push(...next.messages);
        told = next.told;
        heard.push(...words(next.messages));
      }
      expect(heard.join(' ')).toMatch(/^((input-partial ?)*(input ?)?(result|cancelled)?)$/);
      expect(early).toEqual([]);
      expect(heard.includes('result') && !heard.includes('input')).toBe(false);
    }),
  );
});
