import type { Scheduler } from '@loggia/kernel';

export interface StallPorts {
  readonly scheduler: Pick<Scheduler, 'after'>;
  /** How long silence may last; it takes up to twice as long to be noticed. Zero for no limit. */
  readonly stallMs: number;
  /** Whether the agent is waiting for a tool or the user. */
  waits(): boolean;
  stalled(): void;
}

/** Notices an agent that has fallen silent. Uses a single timer, however many events there are. */
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

export function stalledSentence(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  const long = minutes > 1 ? `${minutes} minutes` : `${Math.max(1, Math.round(ms / 1000))} seconds`;
  return `The agent said nothing for more than ${long} and was stopped. Resume to try again.`;
}
