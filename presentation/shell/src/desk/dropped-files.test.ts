import { expect, test } from 'vitest';
import { filesIn, hasFiles, mostFiles, pickedFiles } from './dropped-files.ts';

type Tree = { readonly [name: string]: Tree | string | Error };

/** A folder as browsers show it: children by portions of two, asynchronously. */
function entry(path: string, content: Tree | string | Error): FileSystemEntry {
  if (typeof content === 'string' || content instanceof Error) {
    const file = (yes: (file: File) => void, no: (error: Error) => void): void => {
      if (content instanceof Error) no(content);
      else yes(new File([content], path.split('/').at(-1)!));
    };
    return { isFile: true, isDirectory: false, fullPath: path, file } as unknown as FileSystemEntry;
  }
  const createReader = () => {
    const rest = Object.entries(content).map(([name, inside]) => entry(`${path}/${name}`, inside));
    return { readEntries: (yes: (some: FileSystemEntry[]) => void) => yes(rest.splice(0, 2)) };
  };
  return { isFile: false, isDirectory: true, fullPath: path, createReader } as unknown as FileSystemEntry;
}

const dropped = (name: string, content: Tree | string | Error) => ({
  kind: 'file',
  getAsFile: () => null,
  webkitGetAsEntry: () => entry(`/${name}`, content),
});
const paths = ({ files }: Awaited<ReturnType<typeof filesIn>>) => files.map(({ path }) => path);

test('F7: a folder is its files, however many portions it comes in', async () => {
  const found = await filesIn([
    dropped('reports', { 'a.txt': 'a', 'b.txt': 'b', more: { 'c.txt': 'c' }, 'd.txt': 'd' }),
    dropped('e.txt', 'e'),
  ]);
  expect(paths(found)).toEqual([
    'reports/a.txt',
    'reports/b.txt',
    'reports/more/c.txt',
    'reports/d.txt',
    'e.txt',
  ]);
  expect(found).toMatchObject({ isCut: false, unreadable: [] });
});

test('F7: text that is dragged is no file, and a file without an entry still is one', async () => {
  const found = await filesIn([
    { kind: 'string', getAsFile: () => null, webkitGetAsEntry: () => null },
    { kind: 'file', getAsFile: () => new File(['x'], 'x.txt'), webkitGetAsEntry: () => null },
  ]);
  expect(paths(found)).toEqual(['x.txt']);
});

test('F7: what cannot be read is named, the rest is taken; litter is left', async () => {
  const found = await filesIn([
    dropped('folder', { '.DS_Store': 'x', 'bad.txt': new Error('gone'), 'good.txt': 'g' }),
  ]);
  expect(paths(found)).toEqual(['folder/good.txt']);
  expect(found.unreadable).toEqual(['folder/bad.txt']);
});

test('J7: a drop of too many files, or of a folder without end, is cut and says so', async () => {
  const many = Object.fromEntries(Array.from({ length: mostFiles + 3 }, (_, at) => [`${at}.txt`, '']));
  const found = await filesIn([dropped('many', many)]);
  expect([found.files.length, found.isCut]).toEqual([mostFiles, true]);

  const endless: { [name: string]: Tree } = {};
  endless['again'] = endless;
  expect(await filesIn([dropped('endless', endless)])).toMatchObject({ files: [], isCut: true });
});

test('a picker gives the same', () => {
  const { files, isCut } = pickedFiles([new File(['a'], 'a.txt'), new File([''], 'Thumbs.db')]);
  expect([files.map(({ path }) => path), isCut]).toEqual([['a.txt'], false]);
});

test('whether files are dragged can be told from the kinds', () => {
  expect([hasFiles({ types: ['text/plain', 'Files'] }), hasFiles({ types: ['text/plain'] })]).toEqual([
    true,
    false,
  ]);
});
