// The libraries for people who build on Loggia: compiled modules with their types.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { libraryManifest, readManifest } from './manifest.mjs';

/** @typedef {import('./manifest.mjs').Release} Release */

/** By name, with their folders in the clone. */
export const libraries = {
  '@loggia/protocol': 'contracts/protocol',
  '@loggia/content': 'contracts/content',
  '@loggia/client': 'presentation/client',
  '@loggia/kit': 'kit',
};

/**
 * @param {string} root of the clone, which is built
 * @param {string} folder of the library in the clone
 * @param {string} out the empty folder of the package
 * @param {Release} release
 */
export function stageLibrary(root, folder, out, release) {
  const home = path.join(root, folder);
  const workspace = readManifest(home);
  for (const name of workspace.files ?? []) {
    if (fs.existsSync(path.join(home, name, 'tsconfig.json')))
      compile(root, path.join(home, name), path.join(out, name));
    else copyBuilt(path.join(home, name), path.join(out, name));
  }
  const manifest = libraryManifest(workspace, folder, release, Object.keys(libraries));
  for (const file of targets(manifest.exports)) {
    if (!fs.existsSync(path.join(out, file)) && file !== './package.json') {
      throw new Error(`${workspace.name} exports ${file}, which isn't there.`);
    }
  }
  fs.writeFileSync(path.join(out, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  fs.copyFileSync(path.join(root, 'LICENSE'), path.join(out, 'LICENSE'));
  fs.copyFileSync(path.join(home, 'README.md'), path.join(out, 'README.md'));
}

/**
 * @param {Record<string, string | Record<string, string>>} exports
 * @returns {string[]}
 */
function targets(exports) {
  return Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
}

/**
 * Without source maps: they point to sources that aren't in the package.
 * @param {string} from
 * @param {string} to
 */
function copyBuilt(from, to) {
  for (const file of fs.readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (/\.(js|d\.ts)$/.test(file))
      write(path.join(to, file), fs.readFileSync(path.join(from, file), 'utf8'));
  }
}

/**
 * Modules of pages, which bundlers read as sources in the clone.
 * @param {string} root
 * @param {string} from
 * @param {string} to
 */
function compile(root, from, to) {
  const flags = ['--noEmit', 'false', '--declaration', '--rewriteRelativeImportExtensions'];
  const places = ['-p', from, '--rootDir', from, '--outDir', to];
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...places, ...flags], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${from} does not compile. ${stdout}`);
  copyBuilt(to, to);
  for (const file of fs.readdirSync(from)) {
    if (file.endsWith('.css')) fs.copyFileSync(path.join(from, file), path.join(to, file));
  }
}

/**
 * Declarations keep the names of sources in their imports; here they name the modules.
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  const code = text.replace(/\n?\/\/# sourceMappingURL=\S*\s*$/, '\n');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(
    file,
    file.endsWith('.d.ts')
      ? code.replaceAll(/((?:from |import\()(['"])\.{1,2}\/[^'"]*)\.ts\2/g, '$1.js$2')
      : code,
  );
}
