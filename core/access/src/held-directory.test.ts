import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withDirectory } from './held-directory.ts';

function folders() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loggia held ')));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }));
  const inside = path.join(base, 'inside');
  const outside = path.join(base, 'outside');
  for (const folder of [inside, outside]) {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'file'), path.basename(folder));
  }
  const swap = () => {
    fs.renameSync(inside, `${inside}-moved`);
    fs.symlinkSync(outside, inside);
  };
  return { inside, outside, swap };
}

describe.each([{ procfs: process.platform === 'linux' }, { procfs: false }])(
  'AC4: with procfs $procfs',
  (options) => {
    test('entries are reached by name', async () => {
      const { inside } = folders();
      expect(await withDirectory(inside, (held) => readFile(held.at('file'), 'utf8'), options)).toBe(
        'inside',
      );
      expect(
        await withDirectory(inside, (held) => Promise.resolve(fs.readdirSync(held.self)), options),
      ).toEqual(['file']);
    });

    test('a folder that became a link is refused', async () => {
      const { inside, swap } = folders();
      swap();
      await expect(withDirectory(inside, () => Promise.resolve(), options)).rejects.toMatchObject({
        code: 'ENOTDIR',
      });
    });

    test('a folder with a link above it is refused', async () => {
      const { inside, outside } = folders();
      fs.mkdirSync(path.join(outside, 'deep'));
      fs.symlinkSync(outside, path.join(inside, 'link'));
      const through = path.join(inside, 'link', 'deep');
      await expect(withDirectory(through, () => Promise.resolve(), options)).rejects.toMatchObject({
        kind: 'Conflict',
      });
    });

    test('a folder inside is entered, a link to one is not', async () => {
      const { inside, outside } = folders();
      fs.mkdirSync(path.join(inside, 'deep'));
      fs.writeFileSync(path.join(inside, 'deep', 'file'), 'deep');
      fs.symlinkSync(outside, path.join(inside, 'link'));
      const read = (name: string) =>
        withDirectory(
          inside,
          (held) => held.enter(name, (deep) => readFile(deep.at('file'), 'utf8')),
          options,
        );
      expect(await read('deep')).toBe('deep');
      await expect(read('link')).rejects.toMatchObject({ code: 'ENOTDIR' });
    });

    test('names that leave the folder are refused', async () => {
      const { inside } = folders();
      for (const name of ['', '.', '..', '../outside', 'a/b', '/etc', 'a\0']) {
        const use = withDirectory(inside, (held) => Promise.resolve(held.at(name)), options);
        await expect(use).rejects.toMatchObject({ kind: 'InvalidParams' });
      }
    });
  },
);

test.runIf(process.platform === 'linux')('AC4: a swap while the folder is held changes nothing', async () => {
  const { inside, swap } = folders();
  const text = await withDirectory(inside, async (held) => {
    swap();
    return readFile(held.at('file'), 'utf8');
  });
  expect(text).toBe('inside');
});
