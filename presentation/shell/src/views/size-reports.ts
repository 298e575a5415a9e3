interface Ports {
  now(): number;
  /** Before the page is drawn next. */
  nextFrame(run: () => void): () => void;
  after(ms: number, run: () => void): () => void;
  /** True: the height changed by it. */
  apply(height: number): boolean;
}

/** An animation or two are nothing unusual; a View that goes on like this is given a new size once a second. */
const lively = { changes: 60, withinMs: 10_000 };
const calmMs = 1000;

/** The size reports of a View: of all reports before a frame is drawn, the last one counts. */
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

  /** Drops reports of a page that is gone. */
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
