interface Ports {
  after(ms: number, run: () => void): () => void;
  /** Browsers may suspend hidden frames, so those need not answer. */
  isSeen(): boolean;
  ping(): void;
  /** The View never initialized. */
  onSilent(seconds: number): void;
  onResponding(isResponding: boolean): void;
}

const silentAfterMs = 15_000;
/** A page is unresponsive after `mostMissed` pings in a row without an answer: a busy machine may miss one or two. */
const pingEveryMs = 5000;
const mostMissed = 3;

/**
 * Detects a page that never starts, and one that stops answering: a frame that hangs or has crashed reports nothing.
 */
export class PageHealth {
  readonly #ports: Ports;
  #cancelSilence: (() => void) | undefined;
  #cancelPing: (() => void) | undefined;
  #missed = 0;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The page has everything it needs; from now on the View has some seconds to initialize. */
  handedOver(): void {
    this.#cancelSilence?.();
    this.#cancelSilence = this.#ports.after(silentAfterMs, () => this.#ports.onSilent(silentAfterMs / 1000));
  }

  /** It is initialized; from now on it is pinged. */
  initialized(): void {
    this.stop();
    this.#missed = 0;
    this.#ping();
  }

  /** Its page answered. */
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
