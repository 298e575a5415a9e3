import { readdir, readFile } from 'node:fs/promises';
import { isMarked, type ProcessMark } from './process-mark.ts';

export interface MarkedProcess {
  readonly pid: number;
  readonly group: number;
}

/** Few, so that looking takes few of the host's descriptors. */
const readsAtOnce = 4;

/** Every process on this machine with the mark, unless it has ended already. None where there is no `/proc`. */
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

/** Undefined for one that has ended, and also while nobody has waited for it and it still shows in `/proc`. */
export async function runningProcess(pid: number): Promise<MarkedProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name of the program is in brackets and may hold anything.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || state === 'Z' || state === 'X' ? undefined : { pid, group: Number(group) };
}
