import type { Scheduler } from '@loggia/kernel';
import type { ProcessActivity } from '../launch/process-activity.ts';
import type { Installer } from './installer.ts';

export interface InstallationPorts {
  readonly installer: Installer;
  readonly scheduler: Scheduler;
  /** The server's processes; none where they can't be seen. */
  activity(): Promise<readonly ProcessActivity[]>;
  /** It installs, or no longer does. */
  changed(): void;
  /** Nothing at all has happened for this long. */
  stalled(ms: number): void;
}

const lookEveryMs = 2000;
/** A process that only waits uses less than this between two looks. */
const restingTicks = 2;
const restingBytes = 4096;
const stallMs = 5 * 60_000;
/** Where processes can't be seen, only their output shows progress. */
const unseenStallMs = 15 * 60_000;

/** Follows an installation to its end. As long as it makes progress, it has all the time that it needs. */
export class Installation {
  readonly #ports: InstallationPorts;
  #isRunning: boolean;
  #isOver = false;
  #quietMs = 0;
  #last: ReadonlyMap<number, ProcessActivity> = new Map();
  #cancelLook: (() => void) | undefined;

  constructor(ports: InstallationPorts) {
    this.#ports = ports;
    this.#isRunning = ports.installer.installs === 'at once';
    if (this.#isRunning) this.#lookLater();
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The process printed a line on its standard error. */
  heard(line: string): void {
    if (this.#isOver) return;
    const { installs, finished } = this.#ports.installer;
    this.#quietMs = 0;
    if (this.#isRunning && finished?.test(line)) this.#finish();
    else if (!this.#isRunning && installs !== 'at once' && installs.test(line)) this.#begin();
  }

  /** The server itself speaks, or the start is over. */
  end(): void {
    const wasRunning = this.#isRunning;
    this.#isOver = true;
    this.#isRunning = false;
    this.#cancelLook?.();
    if (wasRunning) this.#ports.changed();
  }

  #begin(): void {
    this.#isRunning = true;
    this.#lookLater();
    this.#ports.changed();
  }

  /** A container may be installed in steps, so another one can begin. */
  #finish(): void {
    this.#isRunning = false;
    this.#cancelLook?.();
    this.#ports.changed();
  }

  #lookLater(): void {
    this.#cancelLook = this.#ports.scheduler.after(lookEveryMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { installer, activity, stalled } = this.#ports;
    const now = await activity().catch(() => []);
    if (!this.#isRunning) return;
    if (now.some((process) => installer.isServer?.(process))) {
      this.end();
      return;
    }
    this.#quietMs = this.#isBusy(now) ? 0 : this.#quietMs + lookEveryMs;
    this.#last = new Map(now.map((process) => [process.pid, process]));
    const most = now.length === 0 ? unseenStallMs : stallMs;
    if (this.#quietMs >= most) stalled(most);
    else this.#lookLater();
  }

  #isBusy(now: readonly ProcessActivity[]): boolean {
    const ticks = now.reduce((sum, each) => sum + each.ticks - (this.#last.get(each.pid)?.ticks ?? 0), 0);
    const bytes = now.reduce((sum, each) => sum + each.bytes - (this.#last.get(each.pid)?.bytes ?? 0), 0);
    const isNew = now.some(({ pid }) => !this.#last.has(pid));
    return isNew || ticks >= restingTicks || bytes >= restingBytes;
  }
}
