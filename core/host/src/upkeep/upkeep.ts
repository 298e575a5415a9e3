import type { Clock, Kernel, Scheduler } from '@loggia/kernel';

/** A periodic task of the host. */
export interface Chore {
  /** The key under which its last run is stored. */
  readonly name: string;
  readonly everyMs: number;
  /** Whether it is due early. */
  isWanted?(): Promise<boolean>;
  run(): Promise<void>;
}

export interface UpkeepPorts {
  readonly kernel: Pick<Kernel, 'health' | 'records'>;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'after'>;
  report(problem: string, error: unknown): void;
}

const namespace = 'upkeep';
/** The start comes first, but a host that only runs for minutes still gets to it. */
const afterStartMs = 20_000;
const lookEveryMs = 5 * 60_000;
const soonMs = 2_000;

/**
 * Runs chores when they are due, one after the other. The time of each last run is stored, so that a host that restarts
 * every half hour still runs hourly chores.
 */
export class Upkeep {
  readonly #ports: UpkeepPorts;
  readonly #chores: Chore[] = [];
  #cancel: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(ports: UpkeepPorts) {
    this.#ports = ports;
  }

  /** They run in the order in which they are added. */
  add(...chores: readonly Chore[]): void {
    this.#chores.push(...chores);
  }

  start(): void {
    this.#lookAfter(afterStartMs);
  }

  /** Something has happened that a chore waits for. */
  soon(): void {
    this.#lookAfter(soonMs);
  }

  /** Resolves when no chore is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
  }

  /** Runs work while no chore is running. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#running.then(work);
    this.#running = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  /** Runs due chores. Resolves when they are done, and doesn't reject. */
  async look(): Promise<void> {
    this.#running = this.#running.then(() => this.#runDue());
    await this.#running;
  }

  #lookAfter(ms: number): void {
    if (this.#isStopped) return;
    this.#cancel();
    this.#cancel = this.#ports.scheduler.after(ms, () => {
      void this.look().then(() => this.#lookAfter(lookEveryMs));
    });
  }

  async #runDue(): Promise<void> {
    for (const chore of this.#chores) {
      // All of them write, so they wait until storage accepts writes.
      if (this.#isStopped || !this.#ports.kernel.health.ok) return;
      try {
        if (await this.#isDue(chore)) await this.#run(chore);
      } catch (error) {
        this.#ports.report(`The upkeep "${chore.name}" failed. It is retried later.`, error);
      }
    }
  }

  async #isDue({ name, everyMs, isWanted }: Chore): Promise<boolean> {
    const ranAt = await this.#ports.kernel.records.get(namespace, name);
    const now = this.#ports.clock.now();
    // A time in the future comes from a clock that was wrong.
    if (typeof ranAt !== 'number' || ranAt > now || now - ranAt >= everyMs) return true;
    return (await isWanted?.()) ?? false;
  }

  async #run({ name, run }: Chore): Promise<void> {
    const { kernel, clock } = this.#ports;
    await run();
    kernel.records.put(namespace, name, clock.now());
  }
}
