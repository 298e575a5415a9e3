import { expect, test } from 'vitest';
import { applyEdit } from '../src/plan/edits.ts';
import type { Edit } from '../src/plan/plan-schema.ts';
import { portugal } from '../src/plan/plans.testkit.ts';
import { PlanStore, type StoredPlan } from './plan-store.ts';

const done = (id: string): Edit => ({ kind: 'set', list: 'tasks', item: { id, done: true } });

/** A host that applies edits, and time that passes when the test says so. */
function begin() {
  let stored: StoredPlan = { plan: portugal, revision: 1 };
  let isDown = false;
  const sent: (readonly Edit[])[] = [];
  const timers = new Set<() => void>();
  const take = (...edits: readonly Edit[]): StoredPlan => {
    stored = { plan: edits.reduce(applyEdit, stored.plan), revision: stored.revision + 1 };
    return stored;
  };
  const store = new PlanStore(stored, {
    send: async (edits) => {
      if (isDown) throw new Error('down');
      sent.push(edits);
      return take(...edits);
    },
    load: async () => stored,
    later: (run) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
    changed: () => undefined,
  });
  const isDone = (id: string) => store.plan.tasks.find((task) => task.id === id)?.done;
  const pass = async () => {
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
    await store.flush();
  };
  return {
    store,
    sent,
    take,
    isDone,
    pass,
    hostIs: (down: boolean) => void (isDown = down),
    stored: () => stored,
  };
}

test('an edit shows at once and is sent a moment later, together with those that follow', async () => {
  const { store, sent, isDone, pass } = begin();
  store.edit(done('tram'));
  store.edit(done('train'));
  expect([isDone('tram'), sent, store.state]).toEqual([true, [], 'saving']);
  await pass();
  expect([sent, store.state]).toEqual([[[done('tram'), done('train')]], 'saved']);
});

test('what others changed shows, with our edits on top', async () => {
  const { store, take, isDone, pass } = begin();
  store.edit(done('tram'));
  take(done('train'));
  await store.refresh(2);
  expect([isDone('tram'), isDone('train')]).toEqual([true, true]);
  await pass();
  expect([isDone('tram'), isDone('train')]).toEqual([true, true]);
});

test('a revision that is known is not read again', async () => {
  const { store, take, isDone } = begin();
  take(done('train'));
  await store.refresh(1);
  expect(isDone('train')).toBe(false);
  await store.refresh();
  expect(isDone('train')).toBe(true);
});

test('an edit that cannot be sent stays on the screen and is sent later', async () => {
  const { store, sent, isDone, pass, hostIs } = begin();
  hostIs(true);
  store.edit(done('tram'));
  await pass();
  expect([isDone('tram'), store.state]).toEqual([true, 'failed']);
  hostIs(false);
  await pass();
  expect([sent.length, store.state]).toEqual([1, 'saved']);
});

test('undo and redo go back and forth, and are saved', async () => {
  const { store, isDone, pass, stored } = begin();
  store.edit({ kind: 'remove', list: 'phases', id: 'there' });
  store.edit(done('pack'));
  store.undo();
  store.undo();
  expect(isDone('tram')).toBe(false);
  store.redo();
  expect(isDone('tram')).toBeUndefined();
  store.undo();
  store.undo();
  await pass();
  expect(
    stored()
      .plan.tasks.map(({ id }) => id)
      .toSorted(),
  ).toEqual(['pack', 'train', 'tram']);
});
