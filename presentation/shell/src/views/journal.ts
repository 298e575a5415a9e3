import type { ExtensionParams } from '@loggia/client';

export type JournalEntry = ExtensionParams<'x-loggia/recordView'>['records'][number];

interface Ports {
  after(ms: number, run: () => void): () => void;
  /** Undefined: there is nobody to tell now. */
  send(entries: readonly JournalEntry[]): Promise<unknown> | undefined;
}

/** A View that floods us must not flood the audit; how much was left out is told. */
const mostWaiting = 200;
const everyMs = 400;

/** Reports a View's actions that the host can't see, in batches. */
export class Journal {
  readonly #ports: Ports;
  #waiting: JournalEntry[] = [];
  #leftOut = 0;
  #cancel: (() => void) | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  record({ target, reason, method, ...rest }: JournalEntry): void {
    if (this.#waiting.length >= mostWaiting - 1) {
      this.#leftOut += 1;
      return;
    }
    this.#waiting.push({
      ...rest,
      method: method.slice(0, 200),
      ...(target !== undefined && { target: target.slice(0, 1000) }),
      ...(reason !== undefined && { reason: reason.slice(0, 1000) }),
    });
    this.#cancel ??= this.#ports.after(everyMs, () => this.flush());
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#waiting.length === 0) return;
    const leftOut: readonly JournalEntry[] =
      this.#leftOut === 0
        ? []
        : [
            {
              method: 'ui/flood',
              decision: 'refused',
              reason: `${this.#leftOut} more were left out.`,
              bytes: 0,
            },
          ];
    const sent = this.#ports.send([...this.#waiting, ...leftOut]);
    // They are kept for when there is somebody.
    if (!sent) return;
    this.#waiting = [];
    this.#leftOut = 0;
    // The audit of a host that cannot be reached has nothing to say either.
    sent.catch(() => undefined);
  }
}
