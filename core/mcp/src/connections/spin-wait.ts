import { availableParallelism } from 'node:os';

/** How long to spin after a call: its answer, and the call that follows it, usually arrive within this time. */
const forMs = 0.5;

export interface SpinWaitPorts {
  now(): number;
  /** Runs it in the next round of the event loop, which then doesn't block. */
  turn(run: () => void): void;
  readonly processors: number;
}

const real: SpinWaitPorts = {
  now: () => performance.now(),
  turn: (run) => void setImmediate(run),
  processors: availableParallelism(),
};

/**
 * Waking a blocked event loop costs more than relaying a fast call, and it would happen again with the answer and with
 * the next call. So the host spins briefly, unless that would take the only processor from the server.
 */
export class SpinWait {
  readonly #ports: SpinWaitPorts;
  #until = 0;
  #isAwake = false;

  constructor(ports: SpinWaitPorts = real) {
    this.#ports = ports;
  }

  /** Call this when a call was sent. */
  start(): void {
    const { now, turn, processors } = this.#ports;
    if (processors < 2) return;
    this.#until = now() + forMs;
    if (this.#isAwake) return;
    this.#isAwake = true;
    const look = (): void => {
      this.#isAwake = now() < this.#until;
      if (this.#isAwake) turn(look);
    };
    turn(look);
  }
}
