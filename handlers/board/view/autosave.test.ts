import { expect, test } from 'vitest';
import type { Board } from '../src/board/board.ts';
import { threeColumns } from '../src/board/boards.testkit.ts';
import { addCard, updateCard } from '../src/board/operations.ts';
import { Autosave, type SaveAnswer } from './autosave.ts';

/** A host whose answers a test gives by hand, and a clock that it moves. */
function saving(answer: (board: Board, ifRevision: number) => SaveAnswer | Promise<SaveAnswer>) {
  const log: string[] = [];
  const saves: { board: Board; ifRevision: number }[] = [];
  const timers: { run: () => void; milliseconds: number }[] = [];
  let merged: Board | undefined;
  const autosave = new Autosave(threeColumns, 1, {
    save: async (board, ifRevision) => {
      saves.push({ board, ifRevision });
      return answer(board, ifRevision);
    },
    later: (run, milliseconds) => {
      const timer = { run, milliseconds };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    onState: (state) => log.push(state.kind === 'failed' ? `failed: ${state.message}` : state.kind),
    onMerged: (board, contested) => {
      merged = board;
      log.push(`merged ${contested}`);
    },
  });
  return { autosave, log, saves, timers, merged: () => merged };
}

const titled = (title: string, board: Board = threeColumns) => updateCard(board, 'a', { title });

test('changes that follow each other are saved once, a little later', async () => {
  const { autosave, log, saves, timers } = saving((_board, revision) => ({
    saved: true,
    revision: revision + 1,
  }));
  autosave.change(titled('x'));
  autosave.change(titled('y'));
  expect(timers).toHaveLength(1);
  expect(autosave.hasUnsaved).toBe(true);
  await autosave.flush();
  expect(saves).toEqual([{ board: titled('y'), ifRevision: 1 }]);
  autosave.change(titled('z'));
  await autosave.flush();
  expect(saves[1]?.ifRevision).toBe(2);
  expect(log).toEqual(['waiting', 'waiting', 'saving', 'saved', 'waiting', 'saving', 'saved']);
  expect(autosave.hasUnsaved).toBe(false);
  await autosave.flush();
  expect(saves).toHaveLength(2);
});

test('what changes during a save is saved after it, never beside it', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let atOnce = 0;
  let most = 0;
  const { autosave, saves, timers, log } = saving(async (_board, revision) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await gate;
    atOnce -= 1;
    return { saved: true, revision: revision + 1 };
  });
  autosave.change(titled('x'));
  const first = autosave.flush();
  autosave.change(titled('y'));
  expect(timers).toEqual([]);
  const second = autosave.flush();
  release();
  await Promise.all([first, second]);
  expect(saves.map(({ ifRevision }) => ifRevision)).toEqual([1, 2]);
  expect(saves[1]?.board).toEqual(titled('y'));
  expect(most).toBe(1);
  expect(log).toEqual(['waiting', 'saving', 'saving', 'saved']);
  expect(timers).toEqual([]);
});

test('F3: what somebody else saved first is merged, shown and saved with ours', async () => {
  const theirs = addCard(threeColumns, 'done', { id: 'n', title: 'Theirs' });
  const { autosave, log, saves, merged } = saving((_board, revision) =>
    revision === 1 ? { saved: false, revision: 5, board: theirs } : { saved: true, revision: 6 },
  );
  autosave.change(titled('Ours'));
  await autosave.flush();
  expect(log).toEqual(['waiting', 'saving', 'merged 0', 'saving', 'saved']);
  expect(saves[1]?.ifRevision).toBe(5);
  const both = saves[1]?.board;
  expect(both?.cards.find(({ id }) => id === 'a')?.title).toBe('Ours');
  expect(both?.cards.some(({ id }) => id === 'n')).toBe(true);
  expect(merged()).toBe(both);
});

test('others who never stop are an error, not an endless loop', async () => {
  const { autosave, saves, log } = saving((board, revision) => ({
    saved: false,
    revision: revision + 1,
    board: addCard(board, 'todo', { id: `n${revision}`, title: 'n' }),
  }));
  autosave.change(titled('Ours'));
  await autosave.flush();
  expect(saves).toHaveLength(6);
  expect(log.at(-1)).toBe('failed: Other people keep changing this board.');
});

test('a failure is told and tried again, later each time; a change or a wish tries at once', async () => {
  let isBroken = true;
  const { autosave, log, timers } = saving((_board, revision) => {
    if (isBroken) throw new Error('No network.');
    return { saved: true, revision: revision + 1 };
  });
  autosave.change(titled('x'));
  const waits: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    await autosave.flush();
    waits.push(timers.at(-1)?.milliseconds ?? 0);
  }
  expect(waits).toEqual([2_000, 5_000, 15_000, 30_000, 30_000, 30_000]);
  expect(log.at(-1)).toBe('failed: No network.');
  expect(autosave.hasUnsaved).toBe(true);
  isBroken = false;
  await autosave.flush();
  expect(log.at(-1)).toBe('saved');
  expect(timers).toEqual([]);
});

test('what others changed is taken in when nothing of ours is under way, and only what is newer', () => {
  const { autosave, log, merged, timers } = saving(() => ({ saved: true, revision: 9 }));
  const theirs = titled('Theirs');
  autosave.receive(threeColumns, 1);
  expect(log).toEqual([]);
  autosave.receive(theirs, 2);
  expect(merged()).toBe(theirs);
  expect(autosave.hasUnsaved).toBe(false);
  autosave.change(updateCard(theirs, 'b', { title: 'Ours' }));
  autosave.receive(updateCard(theirs, 'c', { title: 'Theirs too' }), 3);
  expect(
    merged()
      ?.cards.slice(0, 3)
      .map(({ title }) => title),
  ).toEqual(['Theirs', 'Ours', 'Theirs too']);
  expect(timers).toHaveLength(1);
});
