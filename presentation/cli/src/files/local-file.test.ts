import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../host-double.testkit.ts';
import type { World } from '../world.ts';
import { jsonObjectIn, openLocalFile } from './local-file.ts';

function inFolder(): { world: World; file: string } {
  const workingDirectory = temporaryDirectory();
  return { world: { workingDirectory } as World, file: path.join(workingDirectory, 'log.txt') };
}

test('F3: a file that grows while it is read is sent as it was', async () => {
  const { world, file } = inFolder();
  fs.writeFileSync(file, 'one');
  const { name, size, bytes } = await openLocalFile('log.txt', world);
  fs.appendFileSync(file, ' and more');
  expect([name, size, await text(bytes)]).toEqual(['log.txt', 3, 'one']);
});

test('L5: a context that is far too large is not read to its end', async () => {
  const { world, file } = inFolder();
  fs.writeFileSync(file, `{"a":"${'x'.repeat(5_000_000)}"}`);
  await expect(jsonObjectIn('log.txt', '--context', world)).rejects.toThrow('log.txt has more than 4 MB');
});
