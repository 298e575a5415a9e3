import { setTimeout as wait } from 'node:timers/promises';
import { markedProcesses, runningProcess } from './marked-processes.ts';
import { ProcessGroup } from './process-group.ts';
import type { ProcessMark } from './process-mark.ts';

const pollMs = 25;

/** The processes of a server: its group, and those that have left the group but carry its mark. */
export class ServerProcesses {
  readonly #leader: number;
  readonly #group: ProcessGroup;
  readonly #mark: ProcessMark;

  constructor(leader: number, mark: ProcessMark) {
    this.#leader = leader;
    this.#group = new ProcessGroup(leader);
    this.#mark = mark;
  }

  /** Resolves when none is left, or if even SIGKILL didn't help within `graceMs`. */
  async end(graceMs: number): Promise<void> {
    await Promise.all([this.#group.end(graceMs), this.#askStraysToEnd(graceMs)]);
    await this.#killStrays(graceMs);
  }

  async #askStraysToEnd(graceMs: number): Promise<void> {
    const marked = await markedProcesses(this.#mark);
    const strays = marked.filter(({ group }) => group !== this.#leader).map(({ pid }) => pid);
    for (const pid of strays) signal(pid, 'SIGTERM');
    for (let waited = 0; waited < graceMs; waited += pollMs) {
      const running = await Promise.all(strays.map(runningProcess));
      if (running.every((each) => each === undefined)) return;
      await wait(pollMs);
    }
  }

  /** Repeated: processes started meanwhile have the mark as well. */
  async #killStrays(graceMs: number): Promise<void> {
    for (let waited = 0; waited <= graceMs; waited += pollMs) {
      const left = await markedProcesses(this.#mark);
      if (left.length === 0) return;
      for (const { pid } of left) signal(pid, 'SIGKILL');
      await wait(pollMs);
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
