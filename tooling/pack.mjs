// `npm run pack -- [FOLDER] [--repository URL]`: packs what people install, the `loggia` command and the libraries, as
// tarballs in FOLDER, or `.cache/packages`. Publishes nothing.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { libraries, stageLibrary } from './packages/library.mjs';
import { readManifest } from './packages/manifest.mjs';
import { stageProduct } from './packages/product.mjs';
import { prepare, PrepareError, root, runCommand } from './prepare.mjs';

/** @typedef {{ name: string, file: string, bytes: number, unpacked: number, files: number }} Packed */

/**
 * @param {string} folder for the tarballs
 * @param {{ repository?: string | undefined }} [options]
 * @returns {Promise<Packed[]>}
 */
export async function pack(folder, { repository } = {}) {
  await prepare();
  const { version } = readManifest(root);
  const release = { version, ...(repository !== undefined && { repository }) };
  for (const needed of [folder, path.join(root, '.cache')]) fs.mkdirSync(needed, { recursive: true });
  const stage = fs.mkdtempSync(path.join(root, '.cache', 'pack-'));
  try {
    const folders = [path.join(stage, 'loggia')];
    fs.mkdirSync(folders[0] ?? '');
    await stageProduct(root, folders[0] ?? '', release);
    for (const [name, home] of Object.entries(libraries)) {
      const out = path.join(stage, ...name.split('/'));
      fs.mkdirSync(out, { recursive: true });
      stageLibrary(root, home, out, release);
      folders.push(out);
    }
    return archive(folders, folder);
  } finally {
    fs.rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * @param {readonly string[]} folders
 * @param {string} destination
 * @returns {Packed[]}
 */
function archive(folders, destination) {
  const args = ['pack', ...folders, '--json', '--ignore-scripts', '--pack-destination', destination];
  const npm = process.env['npm_execpath'];
  const isNpm = npm !== undefined && path.basename(npm) === 'npm-cli.js';
  const [command, ...words] = isNpm ? [process.execPath, npm, ...args] : ['npm', ...args];
  const { status, stdout } = spawnSync(command, words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: !isNpm && process.platform === 'win32',
  });
  if (status !== 0) throw new PrepareError('npm could not pack; it says why above.');
  /** @type {{ name: string, filename: string, size: number, unpackedSize: number, entryCount: number }[]} */
  const packed = Object.values(JSON.parse(stdout));
  return packed.map(({ name, filename, size, unpackedSize, entryCount }) => ({
    name,
    file: path.join(destination, filename),
    bytes: size,
    unpacked: unpackedSize,
    files: entryCount,
  }));
}

if (
  process.argv[1] !== undefined &&
  fs.realpathSync(process.argv[1]) === path.join(root, 'tooling', 'pack.mjs')
) {
  await runCommand(async () => {
    const { values, positionals } = parseArgs({
      options: { repository: { type: 'string' } },
      allowPositionals: true,
    });
    const own = path.join(root, '.cache', 'packages');
    // Tarballs of earlier versions would be installed with these.
    if (positionals[0] === undefined) fs.rmSync(own, { recursive: true, force: true });
    const folder = path.resolve(positionals[0] ?? own);
    for (const { file, bytes, unpacked, files } of await pack(folder, values)) {
      const size = `${(bytes / 1e6).toFixed(2)} MB, ${(unpacked / 1e6).toFixed(2)} MB in ${files} files`;
      console.log(`${path.relative(process.cwd(), file)}: ${size}`);
    }
  });
}
