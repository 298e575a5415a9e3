import { readFile } from 'node:fs/promises';

/** How much a process has done since it began, as Linux counts it. */
export interface ProcessActivity {
  readonly pid: number;
  /** Processor time, usually in hundredths of a second. */
  readonly ticks: number;
  /** Read and written, files, pipes and sockets alike. */
  readonly bytes: number;
  /** Its arguments and its environment as it was started with them, one per line. */
  readonly command: string;
  readonly environment: string;
}

/** Processes that have ended meanwhile are left out. None without `/proc`. */
export async function activityOf(pids: readonly number[]): Promise<readonly ProcessActivity[]> {
  const found = await Promise.all(pids.map(one));
  return found.flatMap((activity) => activity ?? []);
}

async function one(pid: number): Promise<ProcessActivity | undefined> {
  const [stat, io, command, environment] = await Promise.all(
    ['stat', 'io', 'cmdline', 'environ'].map((name) =>
      readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => ''),
    ),
  );
  if (!stat) return undefined;
  // The program's name is in parentheses and can contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields[11], fields[12]].map(Number);
  return {
    pid,
    ticks: (user ?? 0) + (system ?? 0),
    bytes: numberAfter(io, 'rchar') + numberAfter(io, 'wchar'),
    command: linesOf(command),
    environment: linesOf(environment),
  };
}

function numberAfter(text: string | undefined, name: string): number {
  return Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text ?? '')?.[1] ?? 0);
}

function linesOf(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '\n');
}
