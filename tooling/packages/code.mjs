// Bundles our own code for a package: the modules of all workspaces that a program needs become a few files, and those
// of others stay imports.

import fs from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

/**
 * @typedef {object} Program
 * @property {string} root of the clone
 * @property {Record<string, string>} entry its file from the root, by the name of the bundled one
 * @property {string} folder for its files, from the root of the package
 * @property {string} out the root of the package
 *
 * @typedef {object} Bundled
 * @property {Set<string>} workspaces with code in it, from the root of the clone
 * @property {Set<string>} imported packages of others
 * @property {Set<string>} assets the files and folders that it reads while it runs, from the root of the clone
 * @property {string} text all of its code
 */

/** Ours, and helpers that the bundler has inside. */
const within = /^(@loggia|@oxc-project\/runtime|\0)/;

const address = /new URL\(\s*(['"])(\.{1,2}\/[^'"]*)\1,\s*import\.meta\.url\s*\)/g;

/** @param {Program} program @returns {Promise<Bundled>} */
export async function bundleProgram({ root, entry, folder, out }) {
  /** @type {Bundled} */
  const bundled = { workspaces: new Set(), imported: new Set(), assets: new Set(), text: '' };
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entry).map(([name, file]) => [name, path.join(root, file)])),
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && !path.isAbsolute(id) && !within.test(id),
    plugins: [
      {
        name: 'own-files',
        transform(code, id) {
          // A helper of the bundler.
          if (id.startsWith('\0')) return undefined;
          bundled.workspaces.add(workspaceOf(root, id));
          return moveAddresses(code, id, { root, folder }, bundled.assets);
        },
      },
    ],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: path.join(out, folder),
    format: 'esm',
    // All in one folder: files are found from there.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: false,
  });
  await bundle.close();
  for (const part of output) {
    if (part.type !== 'chunk') throw new Error(`${part.fileName} isn't code.`);
    bundled.text += part.code;
    const files = new Set(output.map(({ fileName }) => fileName));
    for (const name of [...part.imports, ...part.dynamicImports]) {
      if (!files.has(name) && !isBuiltin(name)) bundled.imported.add(packageOf(name));
    }
  }
  return bundled;
}

/**
 * Modules find their files beside themselves; after bundling, they are elsewhere. A file has the same place in the
 * package as in the clone; the manifests of all workspaces become the one of the package.
 * @param {string} code
 * @param {string} id
 * @param {{ root: string, folder: string }} place
 * @param {Set<string>} assets
 */
function moveAddresses(code, id, { root, folder }, assets) {
  const moved = code.replaceAll(address, (_, _quote, relative) => {
    const file = path
      .relative(root, path.resolve(path.dirname(id), relative))
      .split(path.sep)
      .join('/');
    if (!fs.existsSync(path.join(root, file))) throw new Error(`${id} reads ${file}, which isn't there.`);
    const isManifest = path.posix.basename(file) === 'package.json';
    if (!isManifest) assets.add(file);
    const target = path.posix.relative(folder, isManifest ? 'package.json' : file);
    return `new URL(${JSON.stringify(target.startsWith('.') ? target : `./${target}`)}, import.meta.url)`;
  });
  const left = moved.replaceAll(address, '').match(/new URL\([^)]*import\.meta\.url/);
  if (left !== null || /import\.meta\.(dirname|filename)/.test(moved)) {
    throw new Error(
      `${id} computes the place of a file. Write it as new URL('…', import.meta.url), which packing follows.`,
    );
  }
  return moved;
}

/** @param {string} root @param {string} id */
function workspaceOf(root, id) {
  const file = path.relative(root, id).split(path.sep);
  const end = file.indexOf('dist');
  if (end < 0 || file.includes('node_modules')) throw new Error(`${id} isn't a built file of ours.`);
  return file.slice(0, end).join('/');
}

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @param {string} specifier */
function isBuiltin(specifier) {
  return specifier.startsWith('node:');
}
