import { expect, test } from 'vitest';
import { contextOf, dayName, lengthOf } from './plan.ts';
import { planSchema, readPlan } from './plan-schema.ts';
import { listingOf, summaryOf, textOf } from './plan-text.ts';
import { portugal } from './plans.testkit.ts';

test('a plan comes back as it was written, and may be committed', () => {
  expect(planSchema.safeParse(contextOf(portugal)).error).toBeUndefined();
  expect(readPlan(contextOf(portugal))).toEqual(portugal);
});

test('anything at all is read as a plan', () => {
  const empty = {
    start: null,
    currency: 'EUR',
    phases: [{ id: 'plan', title: 'Plan' }],
    tasks: [],
    lines: [],
  };
  for (const context of [undefined, null, 'x', [], { tasks: 'none', currency: 7, start: 'soon' }])
    expect(readPlan(context)).toEqual(empty);
});

test('what can be used of a broken draft is shown', () => {
  const plan = readPlan({
    phases: [{ id: 'a', title: 'A' }],
    tasks: [
      { id: 't', phase: 'gone', title: 'Kept', day: 2 },
      { id: 't', phase: 'a', title: 'Twice', day: 3 },
      { id: 'u', phase: 'a', title: 'No day' },
      { id: 'v', phase: 'a', title: 'Never', day: -1 },
    ],
    lines: [{ id: 'l', title: 'Much', planned: '100', spent: 0 }, null],
  });
  expect(plan.tasks).toEqual([{ id: 't', phase: 'a', title: 'Kept', day: 2, days: 1, done: false }]);
  expect(plan.lines).toEqual([]);
});

test('days have dates once the plan has a start', () => {
  const plan = { ...portugal, start: '2027-04-30' };
  expect([dayName(portugal, 3), dayName(plan, 1), dayName(plan, 3)]).toEqual([
    'Day 3',
    'Fri, Apr 30',
    'Sun, May 2',
  ]);
  expect(lengthOf(plan)).toBe(7);
});

test('H3: a plan as text, for search and for models', () => {
  expect(textOf(portugal)).toBe('Before\nPack\nThere\nTram 28\nTrain to Porto\nPastéis de nata\nBeds');
  expect(summaryOf(portugal)).toBe(
    '1 of 3 tasks are done; next is “Tram 28” (Day 3). €940 of €1,000 is spent.',
  );
  expect(listingOf(portugal)).toContain('## There (id there)\n- [ ] Tram 28: Day 3 (id tram)');
});
