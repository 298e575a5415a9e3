import type { Scheduler } from '@loggia/kernel';

export interface StallPorts {
  readonly scheduler: Pick<Scheduler, 'after'>;
  /** How long silence may last; it may last up to twice as long before it is noticed. Zero is for ever. */
  readonly stallMs: number;
  /** Whether the silence is somebody else's: a tool runs, or the user thinks. */
  waits(): boolean;
  stalled(): void;
}

/** Notices an agent that has fallen silent. Costs one timer, however much is said. */
export class StallWatch {
  readonly #ports: StallPorts;
  #heard = true;
  #cancel: (() => void) | undefined;
  #stopped = false;

  constructor(ports: StallPorts) {
    this.#ports = ports;
  }

  start(): void {
    const { scheduler, stallMs } = this.#ports;
    if (this.#stopped || stallMs <= 0) return;
    this.#cancel = scheduler.after(stallMs, () => this.#look());
  }

  heard(): void {
    this.#heard = true;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #look(): void {
    if (!this.#heard && !this.#ports.waits()) return this.#ports.stalled();
    this.#heard = false;
    this.start();
  }
}
