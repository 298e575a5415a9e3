import { expect, test } from 'vitest';
import { foldersWords, offersFor } from './folder-offers.ts';

const known = {
  recent: ['file:///srv/notes', 'file:///srv/notes', 'file:///home/me/Site'],
  roots: ['file:///srv/notes', 'file:///data'],
  entries: [
    { name: 'Notes', type: 'directory' },
    { name: 'notes.txt', type: 'file' },
  ],
};

test('J9: before anything is typed, recent folders and those that the host grants are offered, each once', () => {
  expect(offersFor('', known)).toEqual([
    {
      title: 'Recent',
      offers: [
        { label: '/srv/notes', path: '/srv/notes' },
        { label: '/home/me/Site', path: '/home/me/Site' },
      ],
    },
    { title: 'Granted folders', offers: [{ label: '/data', path: '/data/' }] },
  ]);
});

test('J9: words search the known folders, and a path lists what may come next', () => {
  expect(offersFor('site', known).flatMap(({ offers }) => offers.map(({ path }) => path))).toEqual([
    '/home/me/Site',
  ]);
  expect(offersFor('/srv/no', known)).toEqual([
    { title: 'In /srv/', offers: [{ label: 'Notes', path: '/srv/Notes/' }] },
  ]);
  expect(offersFor('/srv/x', known)).toEqual([]);
});

test('J9: the button names the first folder and says how many more there are', () => {
  expect([[], ['file:///a/b'], ['file:///a/b', 'file:///c', 'file:///d']].map(foldersWords)).toEqual([
    'Folder…',
    'Folder: b',
    'Folder: b and 2 more',
  ]);
});
