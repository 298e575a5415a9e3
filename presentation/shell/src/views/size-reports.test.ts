import { expect, test } from 'vitest';
import { SizeReports } from './size-reports.ts';

/** A page whose frames and timers are worked by hand. */
function page() {
  let now = 0;
  const applied: number[] = [];
  const waiting: { readonly at: number; readonly run: () => void }[] = [];
  const at = (ms: number, run: () => void): (() => void) => {
    const entry = { at: now + ms, run };
    waiting.push(entry);
    return () => void waiting.splice(waiting.indexOf(entry), 1);
  };
  const sizes = new SizeReports({
    now: () => now,
    nextFrame: (run) => at(16, run),
    after: at,
    apply: (height) => {
      const hasChanged = applied.at(-1) !== height;
      applied.push(height);
      return hasChanged;
    },
  });
  const pass = (ms: number): void => {
    for (const end = now + ms; now < end; now += 1)
      for (const entry of waiting.filter((due) => due.at <= now)) {
        waiting.splice(waiting.indexOf(entry), 1);
        entry.run();
      }
  };
  return { sizes, applied, pass };
}

test('E11: of the sizes that a View reports before a frame is drawn, the last one counts', () => {
  const { sizes, applied, pass } = page();
  for (let height = 0; height < 30_000; height += 1) sizes.report(height);
  pass(100);
  expect(applied).toEqual([29_999]);
});

test('E11: a View that goes back and forth is given a new size once a second', () => {
  const { sizes, applied, pass } = page();
  for (let frame = 0; frame < 600; frame += 1) {
    sizes.report(frame % 2 === 0 ? 100 : 500);
    pass(50);
  }
  expect(applied.length).toBeGreaterThan(60);
  expect(applied.length).toBeLessThan(220);
});

test('E11: the last size counts also where a View was damped', () => {
  const { sizes, applied, pass } = page();
  for (let frame = 0; frame < 100; frame += 1) {
    sizes.report(100 + frame);
    pass(20);
  }
  sizes.report(777);
  pass(2000);
  expect(applied.at(-1)).toBe(777);
});

test('E11: what a page reported is over with the page', () => {
  const { sizes, applied, pass } = page();
  sizes.report(100);
  sizes.clear();
  pass(100);
  expect(applied).toEqual([]);
});
