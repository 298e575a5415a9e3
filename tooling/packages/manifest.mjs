// The manifests of the packages that people install, made from those of the workspaces.

import fs from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} [description]
 * @property {string} [license]
 * @property {boolean} [sideEffects]
 * @property {Record<string, string>} [engines]
 * @property {Record<string, string | Record<string, string>>} [exports]
 * @property {string[]} [files]
 * @property {Record<string, string>} [dependencies]
 *
 * @typedef {object} Release the same for every package
 * @property {string} version
 * @property {string} [repository] the address that provenance compares with the one that published
 */

/** @param {string} folder @returns {Manifest} */
export function readManifest(folder) {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

/**
 * The fields that every package has.
 * @param {Manifest} workspace
 * @param {Release} release
 * @param {string} [directory] in the repository
 */
function common({ license, engines }, { version, repository }, directory) {
  return {
    version,
    license,
    ...(repository !== undefined && {
      repository: { type: 'git', url: repository, ...(directory !== undefined && { directory }) },
    }),
    type: 'module',
    engines,
    publishConfig: { access: 'public', provenance: true },
  };
}

/**
 * A library: what its workspace exports, without the sources that only this repository resolves to. Pages import
 * TypeScript there; its package has it compiled.
 * @param {Manifest} workspace
 * @param {string} directory of the workspace
 * @param {Release} release
 * @param {readonly string[]} libraries the names of all that are packed
 */
export function libraryManifest(workspace, directory, release, libraries) {
  const { name, version, description, sideEffects, exports = {}, files, dependencies = {} } = workspace;
  for (const [dependency, wanted] of Object.entries({ [name]: version, ...dependencies })) {
    if (!dependency.startsWith('@loggia/')) continue;
    if (!libraries.includes(dependency)) throw new Error(`${name} needs ${dependency}, which isn't packed.`);
    if (wanted !== release.version) {
      throw new Error(
        `${directory}/package.json has ${dependency} ${wanted}; it must be ${release.version}.`,
      );
    }
  }
  const entries = Object.entries(exports).map(([entry, target]) => [entry, publicTarget(target)]);
  return {
    name,
    description,
    ...common(workspace, release, directory),
    ...(sideEffects !== undefined && { sideEffects }),
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    files,
    dependencies,
  };
}

/** @param {string | Record<string, string>} target */
function publicTarget(target) {
  if (typeof target !== 'string') {
    return Object.fromEntries(Object.entries(target).filter(([condition]) => !condition.startsWith('@')));
  }
  const stem = /^(.*)\.ts$/.exec(target)?.[1];
  return stem === undefined ? target : { types: `${stem}.d.ts`, default: `${stem}.js` };
}

/**
 * The product: a command, and nothing to import.
 * @param {Manifest} root
 * @param {Release} release
 * @param {{ files: readonly string[], dependencies: Record<string, string> }} contents
 */
export function productManifest(root, release, { files, dependencies }) {
  return {
    name: root.name,
    description: root.description,
    ...common(root, release),
    bin: { loggia: 'bin/loggia.mjs' },
    exports: { './package.json': './package.json' },
    files,
    dependencies,
  };
}

/**
 * The packages of others that the code needs, each in the version that this repository was tested with.
 * @param {object} code
 * @param {ReadonlySet<string>} code.imported names of packages
 * @param {string} code.text in which others are located while it runs
 * @param {Record<string, Manifest>} workspaces whose code it is, by folder
 * @param {Record<string, { version?: string }>} locked
 * @returns {Record<string, string>}
 */
export function neededDependencies({ imported, text }, workspaces, locked) {
  const isNeeded = (/** @type {string} */ name) =>
    imported.has(name) || ["'", '"', '`'].some((quote) => text.includes(quote + name));
  /** @type {Record<string, string>} */
  const needed = {};
  for (const [folder, { dependencies = {} }] of Object.entries(workspaces)) {
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@loggia/') || !isNeeded(name)) continue;
      const { version } = locked[`${folder}/node_modules/${name}`] ?? locked[`node_modules/${name}`] ?? {};
      if (version === undefined) throw new Error(`The lock file has no ${name}. Run npm install.`);
      if (needed[name] !== undefined && needed[name] !== version) {
        throw new Error(`One package can't have ${name} twice, as ${version} and ${needed[name]}.`);
      }
      needed[name] = version;
    }
  }
  const undeclared = [...imported].filter((name) => needed[name] === undefined);
  if (undeclared.length > 0) throw new Error(`No manifest declares ${undeclared.join(', ')}.`);
  return Object.fromEntries(
    Object.entries(needed).toSorted(([one], [other]) => one.localeCompare(other, 'en')),
  );
}
