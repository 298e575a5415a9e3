// The package `loggia`: the command and the host with everything that comes with them. Nothing is built or downloaded
// where it is installed.

import fs from 'node:fs';
import path from 'node:path';
import { bundleProgram } from './code.mjs';
import { neededDependencies, productManifest, readManifest } from './manifest.mjs';

/** @typedef {import('./manifest.mjs').Release} Release */

const bin = `#!/usr/bin/env node
import { main } from '../dist/loggia.js';

await main(process.argv.slice(2));
`;

/**
 * @param {string} root of the clone, which is built
 * @param {string} out the empty folder of the package
 * @param {Release} release
 */
export async function stageProduct(root, out, release) {
  const programs = [
    await bundleProgram({ root, out, entry: { loggia: 'presentation/cli/dist/index.js' }, folder: 'dist' }),
  ];
  for (const name of handlers(root)) {
    const folder = `handlers/${name}/dist`;
    programs.push(await bundleProgram({ root, out, entry: { main: `${folder}/main.js` }, folder }));
  }
  for (const asset of new Set(programs.flatMap(({ assets }) => [...assets]))) {
    // The code of handlers is bundled, and brings its Views as assets.
    if (asset === 'handlers')
      for (const part of ['.plugin', '.mcp.json']) copy(root, out, `handlers/${part}`);
    else copy(root, out, asset);
  }
  fs.mkdirSync(path.join(out, 'bin'));
  fs.writeFileSync(path.join(out, 'bin', 'loggia.mjs'), bin, { mode: 0o755 });
  const files = fs.readdirSync(out);
  const workspaces = new Set(programs.flatMap((program) => [...program.workspaces]));
  const dependencies = neededDependencies(
    {
      imported: new Set(programs.flatMap(({ imported }) => [...imported])),
      text: programs.map(({ text }) => text).join('\n'),
    },
    Object.fromEntries([...workspaces].map((folder) => [folder, readManifest(path.join(root, folder))])),
    JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages,
  );
  const manifest = productManifest(readManifest(root), release, { files, dependencies });
  fs.writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'));
  fs.copyFileSync(path.join(root, 'tooling/packages/loggia.md'), path.join(out, 'README.md'));
}

/** @param {string} root */
function handlers(root) {
  return fs
    .readdirSync(path.join(root, 'handlers'))
    .filter((name) => fs.existsSync(path.join(root, 'handlers', name, 'package.json')))
    .toSorted();
}

/**
 * Without the notes that builds leave for themselves.
 * @param {string} root
 * @param {string} out
 * @param {string} name
 */
function copy(root, out, name) {
  fs.cpSync(path.join(root, name), path.join(out, name), {
    recursive: true,
    filter: (file) => !/^\.(shell|view|sandbox-page)\.json$/.test(path.basename(file)),
  });
}
