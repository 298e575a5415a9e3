interface Ports {
  now(): number;
  /** Before the next paint. */
  nextFrame(run: () => void): () => void;
  after(ms: number, run: () => void): () => void;
  /** Returns whether the height changed. */
  apply(height: number): boolean;
}

/** An animation or two are fine; a View that goes on is resized once a second. */
const lively = { changes: 60, withinMs: 10_000 };
const calmMs = 1000;

/** The size reports of a View. Among the reports before a paint, the last one counts. */
export class SizeReports {
  readonly #ports: Ports;
  #last: number | undefined;
  #cancel: (() => void) | undefined;
  #changes: readonly number[] = [];

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  report(height: number): void {
    this.#last = height;
    if (this.#cancel) return;
    const { now, nextFrame, after } = this.#ports;
    const since = now() - lively.withinMs;
    this.#changes = this.#changes.filter((at) => at > since);
    const apply = (): void => this.#apply();
    this.#cancel = this.#changes.length < lively.changes ? nextFrame(apply) : after(calmMs, apply);
  }

  /** Drops the reports of a removed page. */
  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#last = undefined;
    this.#changes = [];
  }

  #apply(): void {
    const height = this.#last;
    this.#cancel = undefined;
    this.#last = undefined;
    if (height !== undefined && this.#ports.apply(height))
      this.#changes = [...this.#changes, this.#ports.now()].slice(-lively.changes);
  }
}
