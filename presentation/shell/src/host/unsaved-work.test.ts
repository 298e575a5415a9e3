import { expect, test } from 'vitest';
import { UnsavedWork, type Work } from './unsaved-work.ts';

function work(save: () => Promise<'saved' | 'refused'>): Work {
  let isUnsaved = true;
  return {
    isUnsaved: () => isUnsaved,
    save: async () => {
      isUnsaved = (await save()) !== 'saved';
    },
  };
}
const never = new Promise<never>(() => undefined);

test('J8: what is written is saved before its window closes, and nothing else is waited for', async () => {
  const works = new UnsavedWork();
  const other = work(() => never);
  works.add(
    'a',
    work(() => Promise.resolve('saved')),
  );
  works.add('b', other);
  expect([works.of('a').length, works.of('b'), works.of().length]).toEqual([1, [other], 2]);
  expect(await works.save('a', never)).toEqual([]);
  expect(works.of()).toEqual([other]);
});

test('J8: what the host refuses, or does not answer in time, is still unsaved', async () => {
  const works = new UnsavedWork();
  const refused = work(() => Promise.resolve('refused'));
  const broken = work(() => Promise.reject(new Error('no')));
  const slow = work(() => never);
  for (const each of [refused, broken, slow]) works.add('a', each);
  expect(await works.save('a', Promise.resolve())).toEqual([refused, broken, slow]);
});

test('J8: what is not on screen any more does not count', () => {
  const works = new UnsavedWork();
  const remove = works.add(
    'a',
    work(() => never),
  );
  remove();
  expect(works.of('a')).toEqual([]);
});
