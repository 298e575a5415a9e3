// Makes a clone ready to run: the right Node, dependencies installed, sources built. Does nothing, quickly, if it
// already is. Node built-ins only.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildInputs,
  buildOutputs,
  builtDirectories,
  contentFingerprint,
  installFingerprint,
  orphanedOutputs,
  quickFingerprint,
  workspaceDirectories,
} from './fingerprint.mjs';
import { withLock } from './lock.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** A step failed in a way that its own output, or this message, already explains. */
export class PrepareError extends Error {}

/**
 * @typedef {{ quick: string, content: string, outputs: string[] }} BuildStamp
 * @typedef {{ fingerprint: string, machine: string }} InstallStamp
 * @typedef {Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies',
 *   Record<string, string>>>} Manifest
 * @typedef {Record<string, Manifest & { version?: string, integrity?: string, optional?: boolean, peer?: boolean,
 *   link?: boolean }>} LockedPackages
 */

const machine = `${process.platform} ${process.arch} ${process.versions.modules}`;

const installStampOf = (/** @type {string} */ home) =>
  path.join(home, 'node_modules', '.loggia-install.json');
const buildStampOf = (/** @type {string} */ home) => path.join(home, '.cache', 'build.json');

/**
 * @param {string} version such as `v20.19.0`
 * @returns {boolean}
 */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

/**
 * @param {string} file
 * @returns {any} undefined when the file is missing or damaged
 */
function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}`;
  fs.writeFileSync(aside, JSON.stringify(value));
  fs.renameSync(aside, file);
}

/**
 * Whether npm's record of the installation matches the lock file. Packages for other platforms may be missing.
 * @param {LockedPackages} locked `packages` of package-lock.json
 * @param {LockedPackages} installed `packages` of node_modules/.package-lock.json, which npm writes last
 */
export function satisfiesLock(locked, installed) {
  const wanted = Object.entries(locked).filter(([where]) => where.includes('node_modules/'));
  const complete = wanted.every(([where, entry]) => {
    const found = installed[where];
    if (found === undefined) return entry.optional === true || entry.peer === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
  const surplus = Object.keys(installed).some(
    (where) => where.includes('node_modules/') && locked[where] === undefined,
  );
  return complete && !surplus;
}

/** @param {Manifest | undefined} manifest */
function wishesOf(manifest) {
  const fields = [
    manifest?.dependencies,
    manifest?.devDependencies,
    manifest?.optionalDependencies,
    manifest?.peerDependencies,
  ];
  return fields
    .map((field) =>
      Object.entries(field ?? {})
        .map(([name, range]) => `${name} ${range}`)
        .toSorted()
        .join(),
    )
    .join(';');
}

/**
 * Whether the lock file was made from these manifests.
 * @param {LockedPackages} locked
 * @param {Record<string, Manifest>} manifests by directory, the root's under the empty name
 */
function locksManifests(locked, manifests) {
  return Object.entries(manifests).every(
    ([where, manifest]) => wishesOf(locked[where]) === wishesOf(manifest),
  );
}

/**
 * Whether somebody ran npm manually and it left a complete installation.
 * @param {string} home
 */
function isInstalledByHand(home) {
  const locked = readJson(path.join(home, 'package-lock.json'))?.packages;
  const installed = readJson(path.join(home, 'node_modules', '.package-lock.json'))?.packages;
  if (locked === undefined || installed === undefined) return false;
  const manifests = ['', ...workspaceDirectories(home)].map((directory) => [
    directory,
    readJson(path.join(home, directory, 'package.json')),
  ]);
  return locksManifests(locked, Object.fromEntries(manifests)) && satisfiesLock(locked, installed);
}

/**
 * @param {string} home
 * @returns {boolean} whether `npm ci` has to run
 */
export function needsInstall(home) {
  const fingerprint = installFingerprint(home, machine);
  /** @type {InstallStamp | undefined} */
  const stamp = readJson(installStampOf(home));
  if (stamp?.fingerprint === fingerprint) return false;
  if (stamp !== undefined && stamp.machine !== machine) return true;
  if (!isInstalledByHand(home)) return true;
  writeJson(installStampOf(home), { fingerprint, machine });
  return false;
}

/**
 * @param {string} home
 * @returns {boolean} whether `tsc -b` has to run
 */
export function needsBuild(home) {
  /** @type {BuildStamp | undefined} */
  const stamp = readJson(buildStampOf(home));
  if (stamp === undefined) return true;
  const inputs = buildInputs(home, builtDirectories(home));
  const quick = quickFingerprint(inputs);
  if (stamp.quick !== quick && stamp.content !== contentFingerprint(home, inputs)) return true;
  if (missingOutputs(home, stamp).length > 0) return true;
  if (stamp.quick !== quick) writeJson(buildStampOf(home), { ...stamp, quick });
  return false;
}

/**
 * @param {string} home
 * @param {BuildStamp} stamp
 */
function missingOutputs(home, stamp) {
  const present = new Set(buildOutputs(home, builtDirectories(home)));
  return stamp.outputs.filter((output) => !present.has(output));
}

/** @param {string} line */
function tell(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs a program to its end. Its output goes to our standard error, so that a later program has standard output to
 * itself. Stops it when we are told to stop.
 * @param {string} home
 * @param {string} command
 * @param {string[]} args
 * @param {{ shell?: boolean, onStart: (pid: number) => void }} options
 */
async function run(home, command, args, { shell = false, onStart }) {
  const child = spawn(command, args, { cwd: home, stdio: ['ignore', 2, 2], shell });
  if (child.pid !== undefined) onStart(child.pid);
  /** @type {NodeJS.Signals | null} */
  let stoppedBy = null;
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    if (stoppedBy !== null) throw new PrepareError('Stopped.');
    return code === 0;
  } finally {
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
  }
}

/**
 * @param {string} home
 * @param {(pid: number) => void} onStart
 */
async function install(home, onStart) {
  const hasLock = fs.existsSync(path.join(home, 'package-lock.json'));
  tell('Installing dependencies…');
  fs.rmSync(installStampOf(home), { force: true });
  // Development dependencies build the project, whatever NODE_ENV says.
  const args = [hasLock ? 'ci' : 'install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const ok =
    npm !== undefined && path.basename(npm) === 'npm-cli.js'
      ? await run(home, process.execPath, [npm, ...args], { onStart })
      : await run(home, 'npm', args, { shell: process.platform === 'win32', onStart });
  if (!ok) {
    throw new PrepareError(
      'The dependencies could not be installed; npm says why above. ' +
        'Check the network and the registry that npm is set to, then run the same command again.',
    );
  }
  writeJson(installStampOf(home), {
    fingerprint: installFingerprint(home, machine),
    machine,
  });
}

/** @type {readonly (readonly [string, string])[]} */
const bundlers = [
  ['build-views.mjs', 'The Views of the handlers, or the page of the sandbox, do'],
  ['build-shell.mjs', 'The shell does'],
];

/**
 * @param {string} home
 * @param {(pid: number) => void} onStart
 */
async function build(home, onStart) {
  tell('Building…');
  const directories = builtDirectories(home);
  /** @type {BuildStamp | undefined} */
  const stamp = readJson(buildStampOf(home));
  fs.rmSync(buildStampOf(home), { force: true });
  // The compiler trusts its own record of its outputs, so if a file is missing, the record is deleted too.
  for (const output of stamp === undefined ? [] : missingOutputs(home, stamp)) {
    fs.rmSync(path.join(home, output.slice(0, output.indexOf('/dist/')), 'dist'), {
      recursive: true,
      force: true,
    });
  }
  // Read before the compiler runs: changes while it runs are noticed next time.
  const inputs = buildInputs(home, directories);
  const content = contentFingerprint(home, inputs);
  for (const orphan of orphanedOutputs(buildOutputs(home, directories), inputs)) {
    fs.rmSync(path.join(home, orphan), { force: true });
  }
  const compiler = path.join(home, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!(await run(home, process.execPath, [compiler, '-b'], { onStart }))) {
    throw new PrepareError('The sources do not build; the compiler says where above.');
  }
  for (const [program, what] of bundlers) {
    const file = path.join(home, 'tooling', program);
    if (fs.existsSync(file) && !(await run(home, process.execPath, [file], { onStart }))) {
      throw new PrepareError(`${what} not build; the output above says why.`);
    }
  }
  writeJson(buildStampOf(home), {
    quick: quickFingerprint(inputs),
    content,
    outputs: buildOutputs(home, directories),
  });
}

/**
 * @param {{ home?: string, build?: 'never' | 'if needed' | 'always' }} [options]
 * @throws {PrepareError} if the clone can't be made to run
 */
export async function prepare(options = {}) {
  const { home = root, build: when = 'if needed' } = options;
  if (!isSupportedNode(process.version)) {
    throw new PrepareError(
      `Loggia needs Node 20.19 or newer, and this is ${process.version}. Install a newer Node and try again.`,
    );
  }
  const mustBuild = () => when === 'always' || (when === 'if needed' && needsBuild(home));
  if (!needsInstall(home) && !mustBuild()) return;
  await withLock(
    path.join(home, '.cache', 'prepare.lock'),
    async (alsoHeldBy) => {
      if (needsInstall(home)) await install(home, alsoHeldBy);
      if (mustBuild()) await build(home, alsoHeldBy);
    },
    { onWait: (holder) => tell(`Waiting for another command that installs or builds (process ${holder})…`) },
  );
}

/**
 * Runs the main function of a command; turns errors into a line and an exit code.
 * @param {() => Promise<void>} main
 */
export async function runCommand(main) {
  try {
    await main();
  } catch (error) {
    tell(
      error instanceof PrepareError ? error.message : String(error instanceof Error ? error.stack : error),
    );
    process.exitCode = 1;
  }
}

if (process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const flags = process.argv.slice(2);
  await runCommand(() =>
    prepare({
      build: flags.includes('--install-only') ? 'never' : flags.includes('--build') ? 'always' : 'if needed',
    }),
  );
}
