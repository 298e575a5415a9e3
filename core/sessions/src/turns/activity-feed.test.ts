import { ManualClock, ManualScheduler } from '@loggia/testing';
import { expect, test } from 'vitest';
import { ActivityFeed } from './activity-feed.ts';

function feed() {
  const scheduler = new ManualScheduler(new ManualClock());
  const shown: (string | undefined)[] = [];
  const activity = new ActivityFeed(scheduler, (text) => void shown.push(text));
  return { activity, scheduler, shown };
}

test('B8: however much a call reports, the chat changes four times in a second, and the last report shows', async () => {
  const { activity, scheduler, shown } = feed();
  for (let count = 0; count < 1000; count++) {
    activity.report('call', `step ${count}`);
    await scheduler.advance(1);
  }
  await scheduler.advance(250);
  expect(shown.length).toBeLessThanOrEqual(6);
  expect(shown[0]).toBe('step 0');
  expect(shown.at(-1)).toBe('step 999');
});

test('B8: the report of the last call that spoke shows, and after the calls what the agent said', async () => {
  const { activity, scheduler, shown } = feed();
  activity.set('Thinking');
  activity.report('one', 'first');
  await scheduler.advance(250);
  activity.report('two', 'second');
  await scheduler.advance(250);
  activity.ended('two');
  await scheduler.advance(250);
  activity.ended('one');
  expect(shown).toEqual(['Thinking', 'first', 'second', 'first', 'Thinking']);
});

test('B8: what the agent says shows at once, and no older report takes its place', async () => {
  const { activity, scheduler, shown } = feed();
  activity.report('call', 'first');
  activity.report('call', 'second');
  activity.set('Writing');
  await scheduler.advance(1000);
  expect(shown).toEqual(['first', 'Writing']);
});

test('L5: a report is one short line, whatever a server sends', () => {
  const { activity, shown } = feed();
  activity.report('call', ' \n ');
  activity.report('call', `a\n\tb ${'x'.repeat(100_000)}`);
  expect(shown).toEqual([`a b ${'x'.repeat(196)}`]);
});

test('B8: nothing is shown after the turn, and no timer is left', () => {
  const { activity, scheduler, shown } = feed();
  activity.report('call', 'first');
  activity.stop();
  activity.ended('call');
  activity.report('call', 'late');
  expect(shown).toEqual(['first']);
  expect(scheduler.pendingTimers).toBe(0);
  const other = feed();
  other.activity.stop();
  other.activity.report('call', 'late');
  expect(other.shown).toEqual([]);
});
