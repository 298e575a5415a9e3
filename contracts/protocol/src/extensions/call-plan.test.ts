import { expect, test } from 'vitest';
import { planMark, planOf, planProgress, planText } from './call-plan.ts';

const steps = [
  { text: 'Look', state: 'done' },
  { text: 'Leap', state: 'running' },
  { text: 'Land', state: 'waiting' },
] as const;

test('K1: a call that is a plan has its steps, without what can not be shown', () => {
  expect(planOf({ _meta: planMark(steps) })).toEqual(steps);
  const odd = [{ text: ' Two\nlines ', state: 'lost' }, { state: 'done' }, 7];
  expect(planOf({ _meta: { 'loggia.plan': odd } })).toEqual([{ text: 'Two lines', state: 'waiting' }]);
  const many = Array.from({ length: 300 }, () => ({ text: 'x'.repeat(900), state: 'done' as const }));
  const kept = planOf({ _meta: planMark(many) }) ?? [];
  expect([kept.length, kept[0]?.text.length]).toEqual([200, 500]);
});

test('K1: a call without steps, or of a server that claims to be a plan, is not one', () => {
  expect([planOf({}), planOf({ _meta: { 'loggia.plan': 'x' } })]).toEqual([undefined, undefined]);
  expect(planOf({ contributor: { kind: 'mcp' }, _meta: planMark(steps) })).toBeUndefined();
});

test('K1: a plan is written as a list, and in a few words', () => {
  expect(planText(steps)).toBe('- [x] Look\n- [~] Leap\n- [ ] Land');
  expect([planProgress(steps), planProgress(steps.slice(0, 1))]).toEqual([
    '1 of 3 done, now: Leap',
    '1 of 1 done',
  ]);
});
