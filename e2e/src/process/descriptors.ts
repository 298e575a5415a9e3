import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** Leaves a process that runs only so many descriptors beyond those that it has open. */
export function leaveDescriptors(pid: number, free: number): void {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let most = 0;
  for (let left = free; left > 0; most += 1) if (!open.has(most)) left -= 1;
  limitDescriptors(pid, most);
}

export function limitDescriptors(pid: number, most: number): void {
  // The soft limit alone: the hard one can't be raised again.
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]);
}
