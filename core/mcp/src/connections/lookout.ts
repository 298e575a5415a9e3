import { availableParallelism } from 'node:os';

/** So long after a call what comes next is met at once: its answer, and the call that is made for it. */
const forMs = 0.5;

export interface LookoutPorts {
  now(): number;
  /** Runs it when the event loop comes round again, which then does not go to sleep. */
  turn(run: () => void): void;
  readonly processors: number;
}

const real: LookoutPorts = {
  now: () => performance.now(),
  turn: (run) => void setImmediate(run),
  processors: availableParallelism(),
};

/**
 * To be woken up takes a process longer than to pass on a quick call, and it would happen with the answer and with the
 * next call again. So the host stays awake for a moment, unless it would keep the server from its only processor.
 */
export class Lookout {
  readonly #ports: LookoutPorts;
  #until = 0;
  #isAwake = false;

  constructor(ports: LookoutPorts = real) {
    this.#ports = ports;
  }

  /** A call is on its way. */
  stayAwake(): void {
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
