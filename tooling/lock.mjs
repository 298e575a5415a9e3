// Lets one process at a time install or build. A lock is a directory that names its owner, created aside and moved into
// place: moving onto a non-empty directory fails everywhere, so only one can succeed, and a lock is never seen without
// its owner.

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @typedef {{ pid: number, startedAt: string | null }} Holder
 * @typedef {{ token: string, holders: Holder[] }} Owner the process that took the lock, and its children, which may
 * outlive it
 */

const graveMs = 3_600_000;

/**
 * The start time of the process with this id, if the system tells: ids are reused, and this tells two apart.
 * @param {number} pid
 * @returns {string | null}
 */
function startOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** @param {Holder} holder */
function isAlive(holder) {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
  return holder.startedAt === null || holder.startedAt === startOf(holder.pid);
}

/** @param {string} directory */
function ageOf(directory) {
  const stat = fs.statSync(directory, { throwIfNoEntry: false });
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

/**
 * @param {string} directory
 * @returns {Owner | null} null when there is no lock
 */
function ownerOf(directory) {
  try {
    return JSON.parse(fs.readFileSync(path.join(directory, 'owner.json'), 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) throw error;
    // Damaged, as after a power failure: nobody can be holding it.
    const madeAt = Math.round((Date.now() - ageOf(directory)) / 1000);
    return { token: `damaged-${madeAt}`, holders: [] };
  }
}

/**
 * Moves an abandoned lock aside. Its new name contains the token of the dead owner and stays for a while, so that a
 * slower process with the same finding can't remove a lock that was taken since.
 * @param {string} directory
 * @param {string} token
 */
function bury(directory, token) {
  try {
    fs.renameSync(directory, `${directory}.dead-${token}`);
  } catch {
    // Another process was faster.
  }
}

/** @param {string} directory */
function clearOldGraves(directory) {
  const parent = path.dirname(directory);
  for (const name of fs.readdirSync(parent)) {
    const grave = path.join(parent, name);
    if (!name.startsWith(`${path.basename(directory)}.`) || ageOf(grave) < graveMs) continue;
    fs.rmSync(grave, { recursive: true, force: true });
  }
}

/**
 * @param {string} directory
 * @returns {Owner | null} null when somebody else has it
 */
function tryTake(directory) {
  /** @type {Owner} */
  const owner = { token: randomUUID(), holders: [{ pid: process.pid, startedAt: startOf(process.pid) }] };
  const aside = `${directory}.new-${owner.token}`;
  fs.mkdirSync(aside);
  fs.writeFileSync(path.join(aside, 'owner.json'), JSON.stringify(owner));
  try {
    fs.renameSync(aside, directory);
    return owner;
  } catch (error) {
    fs.rmSync(aside, { recursive: true, force: true });
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(code)) return null;
    throw error;
  }
}

/**
 * Runs `work` while holding the lock. Waits for a living holder, takes over from a dead one, and releases when `work`
 * ends or the process exits. `work` gets a function to register a child process that must not be overtaken, even if we
 * are killed.
 * @template T
 * @param {string} directory
 * @param {(alsoHeldBy: (pid: number) => void) => Promise<T>} work
 * @param {{ onWait?: (holder: number) => void, pollMs?: number, patienceMs?: number }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(directory, work, options = {}) {
  const { onWait, pollMs = 200, patienceMs = 1_200_000 } = options;
  fs.mkdirSync(path.dirname(directory), { recursive: true });
  const deadline = Date.now() + patienceMs;
  let told = false;
  let ours = tryTake(directory);
  while (ours === null) {
    const theirs = ownerOf(directory);
    const holder = theirs?.holders.find(isAlive);
    if (theirs !== null && holder === undefined) {
      bury(directory, theirs.token);
    } else {
      if (Date.now() > deadline) {
        throw new Error(
          `${directory} has been held for too long by process ${holder?.pid ?? 'unknown'}. ` +
            'Stop it, or delete that folder if it no longer runs, and try again.',
        );
      }
      if (!told && holder !== undefined) onWait?.(holder.pid);
      told ||= holder !== undefined;
      await sleep(pollMs);
    }
    ours = tryTake(directory);
  }
  const { token, holders } = ours;
  /** @param {number} pid */
  const alsoHeldBy = (pid) => {
    holders.push({ pid, startedAt: startOf(pid) });
    const draft = path.join(directory, 'owner.json.new');
    fs.writeFileSync(draft, JSON.stringify({ token, holders }));
    fs.renameSync(draft, path.join(directory, 'owner.json'));
  };
  const aside = `${directory}.done-${token}`;
  const release = () => {
    fs.renameSync(directory, aside);
    fs.rmSync(aside, { recursive: true, force: true });
  };
  process.once('exit', release);
  try {
    clearOldGraves(directory);
    return await work(alsoHeldBy);
  } finally {
    process.removeListener('exit', release);
    release();
  }
}
