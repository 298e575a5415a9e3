// Fingerprints of the inputs of the install and the build. Node built-ins only: this runs before anything is installed.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ path: string, size: number, mtimeMs: number }} FileFacts */

const dependencyFields = [
  'name',
  'version',
  'bin',
  'workspaces',
  'overrides',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
];

/** @param {string} directory */
function entriesOf(directory) {
  try {
    return fs.readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Every file below `directory`, as sorted paths relative to it with forward slashes. Empty when it is missing.
 * @param {string} directory
 * @returns {string[]}
 */
function filesBelow(directory) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} relative */
  const visit = (relative) => {
    for (const entry of entriesOf(path.join(directory, relative))) {
      const child = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) visit(child);
      else found.push(child);
    }
  };
  visit('');
  return found.sort();
}

/**
 * The directories of the workspaces that `package.json` names, expanding a trailing `/*`.
 * @param {string} root
 * @returns {string[]}
 */
export function workspaceDirectories(root) {
  /** @type {{ workspaces?: string[] }} */
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const directories = (manifest.workspaces ?? []).flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return entriesOf(path.join(root, parent))
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`);
  });
  return directories.filter((directory) => fs.existsSync(path.join(root, directory, 'package.json'))).sort();
}

/**
 * The directories of the packages that `tsc -b` builds: the references of the root `tsconfig.json`.
 * @param {string} root
 * @returns {string[]}
 */
export function builtDirectories(root) {
  /** @type {{ references?: { path: string }[] }} */
  const config = JSON.parse(fs.readFileSync(path.join(root, 'tsconfig.json'), 'utf8'));
  return (config.references ?? []).map((reference) => path.posix.normalize(reference.path)).sort();
}

/** @param {Iterable<string | Buffer>} parts */
function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
    hash.update('\0');
  }
  return hash.digest('hex');
}

/**
 * Changes when an install would give a different `node_modules`: another lock file, other dependencies in any manifest,
 * or another kind of machine. Scripts and descriptions don't count.
 * @param {string} root
 * @param {string} machine the platform of native code
 * @returns {string}
 */
export function installFingerprint(root, machine) {
  const lock = path.join(root, 'package-lock.json');
  const manifests = ['.', ...workspaceDirectories(root)].flatMap((directory) => {
    const manifest = JSON.parse(fs.readFileSync(path.join(root, directory, 'package.json'), 'utf8'));
    return [directory, JSON.stringify(dependencyFields.map((field) => manifest[field] ?? null))];
  });
  return digest([machine, fs.existsSync(lock) ? fs.readFileSync(lock) : '', ...manifests]);
}

/**
 * Whether a source file is part of the build. Tests aren't.
 * @param {string} file
 */
function isBuildInput(file) {
  return !/\.test\.[cm]?tsx?$/.test(file);
}

/** A package's folders that the compiler or Vite builds. */
const sourceFolders = ['src', 'view', 'sandbox-page'];

/** Built by Vite, not by the compiler; the files in its `dist` have no source of the same name. */
const shellDirectory = 'presentation/shell';

/**
 * The files that a build reads, with their size and time.
 * @param {string} root
 * @param {readonly string[]} directories of the packages that are built
 * @returns {FileFacts[]}
 */
export function buildInputs(root, directories) {
  const paths = [
    'tsconfig.json',
    'tsconfig.base.json',
    ...directories.flatMap((directory) => [
      `${directory}/package.json`,
      `${directory}/tsconfig.json`,
      ...sourceFolders.flatMap((folder) =>
        filesBelow(path.join(root, directory, folder))
          .filter(isBuildInput)
          .map((file) => `${directory}/${folder}/${file}`),
      ),
    ]),
    `${shellDirectory}/package.json`,
    `${shellDirectory}/index.html`,
    ...filesBelow(path.join(root, shellDirectory, 'src'))
      .filter(isBuildInput)
      .map((file) => `${shellDirectory}/src/${file}`),
  ];
  return paths.flatMap((file) => {
    const stat = fs.statSync(path.join(root, file), { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ path: file, size: stat.size, mtimeMs: stat.mtimeMs }];
  });
}

/**
 * Cheap, and different whenever a file was touched.
 * @param {readonly FileFacts[]} inputs
 */
export function quickFingerprint(inputs) {
  return digest(inputs.map((file) => `${file.path} ${file.size} ${file.mtimeMs}`));
}

/**
 * Reads every file, and differs only when a name or content does.
 * @param {string} root
 * @param {readonly FileFacts[]} inputs
 */
export function contentFingerprint(root, inputs) {
  return digest(inputs.flatMap((file) => [file.path, fs.readFileSync(path.join(root, file.path))]));
}

/**
 * The files of the last build, relative to the root.
 * @param {string} root
 * @param {readonly string[]} directories
 */
export function buildOutputs(root, directories) {
  return [...directories, shellDirectory].flatMap((directory) =>
    filesBelow(path.join(root, directory, 'dist')).map((file) => `${directory}/dist/${file}`),
  );
}

/**
 * The outputs without a source: `tsc -b` never removes them, and an import of one would still work.
 * @param {readonly string[]} outputs
 * @param {readonly FileFacts[]} inputs
 */
export function orphanedOutputs(outputs, inputs) {
  const sources = new Set(inputs.map((file) => file.path));
  return outputs.filter((output) => {
    const match = /^(.*?)\/dist\/(.*?)\.(?:d\.)?([cm]?)(?:js|ts)(?:\.map)?$/.exec(output);
    if (match === null || match[1] === shellDirectory) return false;
    const [, directory, stem, flavour] = match;
    return !['ts', 'tsx'].some((extension) => sources.has(`${directory}/src/${stem}.${flavour}${extension}`));
  });
}
