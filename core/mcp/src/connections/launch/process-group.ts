import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 25;

/**
 * The processes that a server started, itself included. Windows has no groups: there it is the tree below the first
 * process, and it can only be killed.
 */
export class ProcessGroup {
  readonly #leader: number;
  #gone = false;

  constructor(leader: number) {
    this.#leader = leader;
  }

  /**
   * Resolves when none is left, or if even SIGKILL didn't help within `graceMs`. Nothing is signaled after the group
   * was seen empty: its number may have been reused by then.
   */
  async end(graceMs: number): Promise<void> {
    if (!this.#signal('SIGTERM')) return;
    if (await this.empties(graceMs)) return;
    this.#signal('SIGKILL');
    await this.empties(graceMs);
  }

  async empties(withinMs: number): Promise<boolean> {
    for (let waited = 0; ; waited += pollMs) {
      if (!this.#signal(0)) return true;
      if (waited >= withinMs) return false;
      await wait(pollMs);
    }
  }

  #signal(signal: NodeJS.Signals | 0): boolean {
    if (this.#gone) return false;
    try {
      if (process.platform !== 'win32') process.kill(-this.#leader, signal);
      else if (signal === 0) process.kill(this.#leader, 0);
      else
        spawn('taskkill', ['/pid', String(this.#leader), '/T', '/F'], { stdio: 'ignore' }).on(
          'error',
          () => {},
        );
    } catch {
      this.#gone = true;
    }
    return !this.#gone;
  }
}
