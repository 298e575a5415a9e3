import { expect, test } from 'vitest';
import { TextDraft } from './text-draft.ts';
import { workOn } from './text-work.ts';

function draft() {
  const saves: { readonly text: string; readonly end: (error?: Error) => void }[] = [];
  const made = new TextDraft(
    { text: 'a', hash: 'h0', revision: 0 },
    {
      read: () => Promise.reject(new Error('not asked for')),
      save: (text, revision) =>
        new Promise((resolve, reject) => {
          const end = (error?: Error) =>
            error ? reject(error) : resolve({ hash: `h${revision + 1}`, revision: revision + 1 });
          saves.push({ text, end });
        }),
      after: () => () => undefined,
    },
  );
  return { draft: made, saves, work: workOn(made) };
}

test('J8: everything typed until the window closes is saved, also what is typed during a save', async () => {
  const { draft: text, saves, work } = draft();
  expect(work.isUnsaved()).toBe(false);
  text.edit('ab');
  expect([work.isUnsaved(), work.text?.()]).toEqual([true, 'ab']);
  void text.flush();
  text.edit('abc');
  const saved = work.save();
  saves[0]?.end();
  await expect.poll(() => saves.length).toBe(2);
  saves[1]?.end();
  await saved;
  expect([work.isUnsaved(), saves.map((save) => save.text)]).toEqual([false, ['ab', 'abc']]);
});

test('J8: what can’t be saved stays unsaved', async () => {
  const { draft: text, saves, work } = draft();
  text.edit('ab');
  const saved = work.save();
  saves[0]?.end(new Error('The disk is full.'));
  await saved;
  expect([work.isUnsaved(), work.text?.()]).toEqual([true, 'ab']);
});
