import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { expect, onTestFinished, test } from 'vitest';
import { createResourceContext } from './context.ts';
import { fileFinder } from './find.ts';
import { folderText } from './folder-text.ts';

test('K5: an attached folder is its files, with their text as far as it fits', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'a.md'), 'Hello');
  const roots = createRoots();
  await roots.add(folder, 'read');
  const uri = pathToFileURL(folder).href;
  const sources = { context: createResourceContext({ roots }), find: fileFinder(roots, () => Date.now()) };
  expect(await folderText(uri, [uri], sources)).toBe(
    `Folder ${folder}, with these files:\na.md\n\na.md:\nHello`,
  );
  writeFileSync(path.join(folder, 'src', 'long.txt'), 'x'.repeat(60_000));
  writeFileSync(path.join(folder, 'src', 'image.bin'), Uint8Array.from([0, 1]));
  const again = await folderText(uri, [uri], { ...sources, find: fileFinder(roots, () => Date.now()) });
  expect(again).toContain('src/long.txt');
  expect(again).toContain('src/image.bin');
  expect(again).toMatch(/a\.md:\nHello\n\n\[The contents of some files are left out here\.\]$/);
});
