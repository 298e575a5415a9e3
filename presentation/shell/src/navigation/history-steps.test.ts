import { expect, test } from 'vitest';
import { HistorySteps } from './history-steps.ts';

/** A browser with a history of its own. */
function browser() {
  const entries: { address: string; at?: number }[] = [{ address: 'desk' }];
  let now = 0;
  const steps: HistorySteps = new HistorySteps({
    noted: () => entries[now]!.at,
    note: (at) => void (entries[now]!.at = at),
    address: () => entries[now]!.address,
    go: (by) => go(by),
  });
  const go = (by: number): void => {
    now += by;
    steps.moved();
  };
  return {
    go,
    open: (address: string) => {
      entries.splice(now + 1, entries.length, { address });
      now += 1;
      steps.moved();
    },
    correct: (address: string) => {
      entries[now]!.address = address;
      steps.corrected();
    },
    steps,
    get address() {
      return entries[now]!.address;
    },
  };
}

test('J8: back and on again are told apart', () => {
  const page = browser();
  page.open('a');
  page.open('b');
  expect(page.steps.wasBack).toBe(false);
  page.go(-1);
  expect([page.address, page.steps.wasBack]).toEqual(['a', true]);
  page.go(1);
  expect([page.address, page.steps.wasBack]).toEqual(['b', false]);
  page.go(-2);
  page.open('c');
  expect([page.address, page.steps.wasBack]).toEqual(['c', false]);
  page.go(-1);
  expect([page.address, page.steps.wasBack]).toEqual(['desk', true]);
});

test('J8: no step leads to what is on screen already', () => {
  const page = browser();
  page.open('a');
  page.open('b');
  // Its window was closed, so that the one before is in front.
  page.correct('a');
  page.open('c');
  page.go(-1);
  expect(page.address).toBe('a');
  page.go(-1);
  expect([page.address, page.steps.wasBack]).toEqual(['desk', true]);
  page.go(1);
  expect(page.address).toBe('a');
  page.go(1);
  expect(page.address).toBe('c');
});
