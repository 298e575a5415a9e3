import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const lookMs = 1_000;
/** The share of a look that a host at rest spends on timers. */
const restMs = 50;
const mostLooks = 120;

/** The processor time of the process and its threads, in the system's ticks of 10 ms. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resolves when a process that has just started is done with its chores, such as checking a database. */
export async function atRest(pid: number): Promise<void> {
  for (let look = 0; look < mostLooks; look++) {
    const before = await cpuMs(pid);
    await sleep(lookMs);
    if ((await cpuMs(pid)) - before <= restMs) return;
  }
  throw new Error(`The host is still busy after ${(mostLooks * lookMs) / 1000} s.`);
}
