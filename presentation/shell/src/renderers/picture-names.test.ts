import { expect, test } from 'vitest';
import { fileNameIn, findByTitle } from './picture-names.ts';

test('J10: a picture is known by the name of its file, wherever it lay before', () => {
  const names = ['photo.png', './photo.png', 'img/a%20b.png', 'photo.png?v=2', '50%.png'].map(fileNameIn);
  expect(names).toEqual(['photo.png', 'photo.png', 'a b.png', 'photo.png', '50%.png']);
  const elsewhere = [
    '',
    'https://a.example/b.png',
    '//a.example/b.png',
    '/api/x',
    'data:x',
    '..',
    '#a',
    '\\\\a\\b',
  ];
  expect(elsewhere.map(fileNameIn)).toEqual(elsewhere.map(() => undefined));
});

test('J10: the artifact of that very title is meant, else one in other letters', async () => {
  const pages: Record<string, object> = {
    first: { artifacts: [{ id: 'a', title: 'Photo.png' }], nextCursor: 'next' },
    next: { artifacts: [{ id: 'b', title: 'photo.png' }] },
  };
  const ask = (_: string, { cursor = 'first' }: { cursor?: string }) => Promise.resolve(pages[cursor]);
  const host = { ask } as never;
  expect(await findByTitle(host, 'w', 'photo.png')).toBe('b');
  expect(await findByTitle(host, 'w', 'PHOTO.PNG')).toBe('a');
  expect(await findByTitle(host, 'w', 'other.png')).toBeUndefined();
});
