/** How long servers may keep one turn of the event loop busy, all together. */
const forMs = 1;

export interface TurnPorts {
  now(): number;
  /** Runs it in the next turn of the event loop, after pending input and timers. */
  nextTurn(run: () => void): void;
}

const real: TurnPorts = { now: () => performance.now(), nextTurn: (run) => void setImmediate(run) };

/**
 * Messages from servers are handled for a moment in each turn of the event loop; the rest waits for the next turn. So
 * clients and timers get their turn, however much servers send.
 */
export class TurnShare {
  readonly #ports: TurnPorts;
  #waiting: (() => void)[] = [];
  /** The start of the first message in this turn. */
  #startedAt: number | undefined;

  constructor(ports: TurnPorts = real) {
    this.#ports = ports;
  }

  /** Undefined: go on. Otherwise the time of this turn is used up, and it resolves in the next. */
  next(): Promise<void> | undefined {
    const now = this.#ports.now();
    if (this.#startedAt === undefined) {
      this.#startedAt = now;
      this.#ports.nextTurn(this.#turned);
      return undefined;
    }
    if (now - this.#startedAt < forMs) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  readonly #turned = (): void => {
    this.#startedAt = undefined;
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    // Waiting streams resume immediately, each with at least one message.
    this.#startedAt = this.#ports.now();
    this.#ports.nextTurn(this.#turned);
    for (const resolve of waiting) resolve();
  };
}

/** Shared by all servers: there is one event loop. */
export const turnShare = new TurnShare();
