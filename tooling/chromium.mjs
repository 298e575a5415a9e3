// Finds a Chromium for the tests in a browser, and gets one where there is none. Node built-ins only.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrepareError } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const applications = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'],
};
/** The last release for Node 20. It is a headless Chromium for Linux, with the libraries that it needs. */
const registryPackage = '@sparticuz/chromium@143.0.4';

/**
 * @typedef {object} Machine
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {NodeJS.Platform} platform
 * @property {(file: string) => boolean} exists
 */

/** @type {Machine} */
const thisMachine = { env: process.env, platform: process.platform, exists: (file) => fs.existsSync(file) };

/**
 * The browser that CHROMIUM names, or one that is installed.
 * @param {Machine} machine
 * @returns {string | undefined}
 */
export function installedChromium({ env, platform, exists } = thisMachine) {
  const named = env['CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (exists(named)) return named;
    throw new PrepareError(`CHROMIUM names ${named}, which isn't there. Correct it, or leave it out.`);
  }
  return candidates({ env, platform }).find(exists);
}

/**
 * @param {Pick<Machine, 'env' | 'platform'>} machine
 * @returns {string[]}
 */
function candidates({ env, platform }) {
  if (platform === 'darwin') return applications.darwin;
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return folders.flatMap((folder) =>
      folder === undefined ? [] : applications.win32.map((file) => path.win32.join(folder, file)),
    );
  }
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => path.isAbsolute(folder));
  return names.flatMap((name) => [...new Set([...folders, '/usr/bin'])].map((folder) => `${folder}/${name}`));
}

/**
 * A browser for the tests: an installed one, one from the npm registry, or, for root on Debian, the distribution's.
 * @returns {Promise<string>}
 * @throws {PrepareError} if there is none to be had
 */
export async function chromiumForTests() {
  const found = installedChromium() ?? (await fromRegistry()) ?? fromDebian();
  if (found !== undefined) return found;
  throw new PrepareError(
    'The tests need a Chromium, and there is none. Install one, name it in CHROMIUM, or leave these tests out with "npm test -- --no-browser".',
  );
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

async function fromRegistry() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const caches = process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache');
  const folder = path.join(caches, 'loggia', 'chromium');
  const module = path.join(folder, 'node_modules', '@sparticuz', 'chromium', 'build', 'index.js');
  if (!fs.existsSync(module)) {
    say('There is no Chromium on this machine. Getting one from the npm registry…');
    fs.mkdirSync(folder, { recursive: true });
    const words = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, registryPackage];
    if (spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0) return undefined;
  }
  try {
    const { default: chromium } = await import(pathToFileURL(module).href);
    const file = await chromium.executablePath();
    return works(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return undefined;
  say('Installing Chromium from Debian…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [
    ['update', '-qq'],
    ['install', '-qq', '-y', 'chromium'],
  ])
    spawnSync('apt-get', words, { stdio: ['ignore', 'ignore', 'inherit'], env });
  return installedChromium();
}

/**
 * Whether it starts and loads a page: a missing library shows only then.
 * @param {string} file
 */
function works(file) {
  const words = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'data:text/html,<p>works'];
  const { status, stdout } = spawnSync(file, words, { encoding: 'utf8', timeout: 60_000 });
  return status === 0 && stdout.includes('works');
}
