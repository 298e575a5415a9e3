import { expect, test } from 'vitest';
import { folderName, meantFolders, pathOfUri, typedIn, uriOfPath } from './folder-path.ts';

test.each([
  ['/srv/notes', 'file:///srv/notes'],
  [' /srv/my notes/ ', 'file:///srv/my%20notes'],
  ['/a#b?c%/ü', 'file:///a%23b%3Fc%25/%C3%BC'],
  ['C:\\docs\\notes', 'file:///C:/docs/notes'],
  ['/', 'file:///'],
])('J9: the path %j is the folder %s, and back', (path, uri) => {
  expect(uriOfPath(path)).toBe(uri);
  expect(uriOfPath(pathOfUri(uri))).toBe(uri);
});

test('J9: what is no whole path is no folder', () => {
  for (const typed of ['', 'notes', './notes', '~/notes', 'https://a.test/x', '/a\nb'])
    expect(uriOfPath(typed)).toBeUndefined();
});

test('J9: folders that begin as typed are offered, hidden ones after a dot', () => {
  const entries = [
    { name: 'Notes', type: 'directory' },
    { name: 'notes.txt', type: 'file' },
    { name: '.git', type: 'directory' },
  ];
  expect(typedIn('/srv/no')).toEqual({ folder: '/srv/', start: 'no' });
  expect(meantFolders(entries, 'no')).toEqual(['Notes']);
  expect(meantFolders(entries, '')).toEqual(['Notes']);
  expect(meantFolders(entries, '.')).toEqual(['.git']);
  expect(folderName('file:///srv/my%20notes')).toBe('my notes');
});
