import { mkdtempSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { folderExtensions } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { folderCommands } from './folders.ts';

test('J9: clients see which folders they can reach, and how', async () => {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'loggia-roots-')));
  const roots = createRoots();
  await roots.add(folder, 'read');
  const listed = await folderCommands(roots)['x-loggia/listRoots']?.run({} as never, {} as never);
  expect(folderExtensions['x-loggia/listRoots'].result.parse(listed)).toEqual({
    roots: [{ uri: pathToFileURL(folder).href, access: 'read' }],
  });
});
