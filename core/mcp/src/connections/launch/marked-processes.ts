import { readdir, readFile } from 'node:fs/promises';
import { isMarked, type ProcessMark } from './process-mark.ts';

export interface MarkedProcess {
  readonly pid: number;
  readonly group: number;
}

/** Low, so that scanning uses few of the host's descriptors. */
const readsAtOnce = 4;

/** Every running process on this machine with the mark. None without `/proc`. */
export async function markedProcesses(mark: ProcessMark): Promise<readonly MarkedProcess[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const found: MarkedProcess[] = [];
  const look = async (): Promise<void> => {
    for (let pid = pids.pop(); pid !== undefined; pid = pids.pop()) {
      const text = await readFile(`/proc/${pid}/${mark.shows}`, 'latin1').catch(() => '');
      const running = isMarked(text, mark) ? await runningProcess(pid) : undefined;
      if (running !== undefined) found.push(running);
    }
  };
  await Promise.all(Array.from({ length: readsAtOnce }, look));
  return found;
}

/** Undefined if it has ended, including zombies that still show in `/proc`. */
export async function runningProcess(pid: number): Promise<MarkedProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The program's name is in parentheses and can contain anything.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || state === 'Z' || state === 'X' ? undefined : { pid, group: Number(group) };
}
