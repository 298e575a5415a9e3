// Runs the built product on a data directory of its own, for programs that look at it from outside.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './prepare.mjs';

/** The `loggia` command. */
export const program = path.join(root, 'presentation', 'cli', 'dist', 'main.js');

/**
 * @template T
 * @param {string} what
 * @param {() => T | undefined | Promise<T | undefined>} look
 * @returns {Promise<T>}
 */
export async function eventually(what, look) {
  for (let tries = 0; tries < 300; tries++) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await sleep(200);
  }
  throw new Error(`This did not happen within a minute: ${what}.`);
}

/**
 * @typedef {{ readonly http: string, readonly token: string, readonly data: string, readonly pid: number }} RunningHost
 */

/**
 * Runs the product on a temporary data directory while `use` runs.
 * @template T
 * @param {{ settings?: object, env?: NodeJS.ProcessEnv }} options
 * @param {(host: RunningHost) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withHost({ settings = {}, env = process.env }, use) {
  const data = mkdtempSync(path.join(os.tmpdir(), 'loggia-data-'));
  writeFileSync(path.join(data, 'host.json'), JSON.stringify(settings));
  const host = spawn(process.execPath, [program, '--port', '0', '--data', data, '--no-open'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  const ended = new Promise((resolve) => host.once('close', resolve));
  try {
    const endpoint = await eventually('the host serves', () => {
      try {
        return JSON.parse(readFileSync(path.join(data, 'endpoint.json'), 'utf8'));
      } catch {
        return undefined;
      }
    });
    return await use({ ...endpoint, data, pid: host.pid });
  } finally {
    host.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}
