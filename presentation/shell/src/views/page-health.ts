interface Ports {
  after(ms: number, run: () => void): () => void;
  /** Browsers may put frames that nobody sees to sleep; those are not expected to answer. */
  isSeen(): boolean;
  ping(): void;
  /** The View never introduced itself. */
  onSilent(seconds: number): void;
  onResponding(isResponding: boolean): void;
}

const silentAfterMs = 15_000;
/** So many pings in a row without an answer: a busy machine is late with one or two. */
const pingEveryMs = 5000;
const mostMissed = 3;

/** Notices a page that never speaks, and one that stops answering: a frame that hangs or has crashed reports nothing. */
export class PageHealth {
  readonly #ports: Ports;
  #cancelSilence: (() => void) | undefined;
  #cancelPing: (() => void) | undefined;
  #missed = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The page has everything it needs; from now on the View has some seconds to introduce itself. */
  handedOver(): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.#ports.after(silentAfterMs, () => this.#ports.onSilent(silentAfterMs / 1000));
  }

  /** It introduced itself; from now on it is pinged. */
  initialized(): void {
    this.stop();
    this.#missed = 0;
    this.#ping();
  }

  /** Its page gave a sign. */
  answered(): void {
    this.#missed = 0;
    this.#ports.onResponding(true);
  }

  stop(): void {
    this.#cancelSilence?.();
    this.#cancelPing?.();
  }

  readonly #ping = (): void => {
    const { after, isSeen, ping, onResponding } = this.#ports;
    this.#cancelPing = after(pingEveryMs, this.#ping);
    if (!isSeen()) return;
    if (this.#missed >= mostMissed) onResponding(false);
    this.#missed += 1;
    ping();
  };
}
