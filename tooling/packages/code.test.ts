import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryTree } from '../temporary-tree.ts';
import { bundleProgram } from './code.mjs';

/** Loading the bundler alone takes seconds on a busy machine. */
const bundling = { timeout: 60_000 };

const program = {
  'core/one/package.json': '{ "version": "1.2.3" }',
  'core/one/dist/main.js': `
    import fs from 'node:fs';
    import { shared } from './deep/shared.js';
    const read = (file) => fs.readFileSync(file, 'utf8');
    console.log(shared, read(new URL('../page.txt', import.meta.url)));
    console.log(JSON.parse(read(new URL("../package.json", import.meta.url))).version);
    if (process.argv.length > 5) await import('zod');
  `,
  'core/one/dist/deep/shared.js': `export const shared = 'shared';`,
  'core/one/page.txt': 'a page',
};

function bundle(root: string) {
  const out = path.join(root, 'out');
  return bundleProgram({ root, entry: { command: 'core/one/dist/main.js' }, folder: 'dist', out });
}

test('L2: bundled code finds its files where the package has them', bundling, async () => {
  const root = temporaryTree(program);
  const { workspaces, imported, assets } = await bundle(root);
  expect({ workspaces: [...workspaces], imported: [...imported], assets: [...assets] }).toEqual({
    workspaces: ['core/one'],
    imported: ['zod'],
    assets: ['core/one/page.txt'],
  });
  const out = path.join(root, 'out');
  fs.cpSync(path.join(root, 'core/one/page.txt'), path.join(out, 'core/one/page.txt'));
  fs.writeFileSync(path.join(out, 'package.json'), '{ "type": "module", "version": "3.2.1" }');
  const { stdout } = spawnSync(process.execPath, [path.join(out, 'dist/command.js')], { encoding: 'utf8' });
  expect(stdout).toBe('shared a page\n3.2.1\n');
});

test.each([
  ['names a file that is not there', `new URL('../gone.txt', import.meta.url)`, "which isn't there"],
  ['computes its name', 'new URL(`../${process.argv[2]}`, import.meta.url)', 'computes the place of a file'],
  ['starts from its folder', 'import.meta.dirname', 'computes the place of a file'],
])('L2: code that %s is refused', bundling, async (_, code, why) => {
  const root = temporaryTree({ ...program, 'core/one/dist/main.js': `console.log(${code});` });
  await expect(bundle(root)).rejects.toThrow(why);
});
