import {
  openEngine,
  type Engine,
  type EngineOptions,
  type Frame,
  type Link,
  type LinkHandler,
} from '@loggia/host';
import type { Transport } from '@loggia/client';
import type { Harness } from '@loggia/sessions';
import { createHarness, ManualScheduler, type LinkedTransport, type ManualClock } from '@loggia/testing';
import type { SimulatedDisk } from './simulated-disk.ts';

export interface HostOptions {
  readonly disk: SimulatedDisk;
  readonly clock: ManualClock;
  readonly limits: Pick<EngineOptions, 'kernelLimits' | 'wireLimits' | 'graceMs'>;
  newId(): string;
  /** Whether the host is the last to notice that a line was cut. */
  noticesLate(): boolean;
  /** The host ended a line itself. */
  closing(code: number): void;
  trouble(problem: string, error: unknown): void;
}

const local = { id: 'local', kind: 'local' } as const;

/** The host's end of a line in memory. */
export class HostLine implements Link {
  readonly #transport: Transport;
  readonly #linked: LinkedTransport;
  readonly #handler: LinkHandler;
  readonly #closing: (code: number) => void;
  #paused = false;
  #ended = false;

  constructor(linked: LinkedTransport, engine: Engine, { noticesLate, closing }: HostOptions) {
    this.#closing = closing;
    this.#transport = linked.host;
    this.#linked = linked;
    this.#handler = engine.wire.connect(this, local);
    this.#transport.onMessage((text) => this.#handler.received(text));
    this.#transport.onClose(() => {
      if (!noticesLate()) this.notice();
    });
  }

  get isPaused(): boolean {
    return this.#paused;
  }

  /** The line is gone and the host does not know it yet. */
  get isHalfOpen(): boolean {
    return !this.#ended && !this.#linked.isOpen;
  }

  get backlog(): number {
    return this.#linked.toClient.queued.reduce((bytes, text) => bytes + text.length, 0);
  }

  send(frame: Frame): void {
    this.#transport.send(frame.toString());
  }

  close(code: number, reason: string): void {
    this.#closing(code);
    this.#transport.close(code, reason);
    if (this.isHalfOpen) this.notice();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
  }

  notice(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#handler.closed();
  }
}

/** One process of the host, from its start to its end. */
export class SimulatedHost {
  readonly scheduler: ManualScheduler;
  readonly lines = new Map<LinkedTransport, HostLine>();
  readonly opened: Promise<void>;
  readonly #options: HostOptions;
  #engine: Engine | undefined;
  #isDead = false;
  #running = 0;

  constructor(options: HostOptions) {
    this.#options = options;
    this.scheduler = new ManualScheduler(options.clock);
    this.opened = this.#open();
  }

  /** Undefined while it starts. */
  get engine(): Engine | undefined {
    return this.#engine;
  }

  /** Turns that the agent still works on. */
  get running(): number {
    return this.#running;
  }

  accept(linked: LinkedTransport): void {
    if (!this.#engine) throw new Error('Nobody listens at this address.');
    this.lines.set(linked, new HostLine(linked, this.#engine, this.#options));
  }

  /** Nothing that it does from now on reaches the disk, the network or the report. */
  kill(): void {
    this.#isDead = true;
  }

  async #open(): Promise<void> {
    const { disk, clock, limits, newId, trouble } = this.#options;
    try {
      this.#engine = await openEngine({
        store: disk.open(),
        clock,
        scheduler: this.scheduler,
        harnesses: [this.#harness()],
        serverInfo: { name: 'simulated' },
        ...limits,
        newId,
        report: (problem, error) => {
          if (!this.#isDead) trouble(problem, error);
        },
      });
    } catch (error) {
      trouble('The host could not start', error);
    }
  }

  #harness(): Harness {
    const echo = createHarness({ delayMs: 10, sleep: (ms, signal) => this.#sleep(ms, signal) });
    const count = (change: number): void => {
      this.#running += change;
    };
    return {
      describe: echo.describe,
      async *run(turn) {
        count(1);
        try {
          yield* echo.run(turn);
        } finally {
          count(-1);
        }
      },
    };
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        cancel();
        reject(signal.reason as Error);
      };
      const cancel = this.scheduler.after(ms, () => {
        signal.removeEventListener('abort', abort);
        resolve();
      });
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
  }
}
