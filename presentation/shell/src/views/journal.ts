import type { ExtensionParams } from '@loggia/client';

export type JournalEntry = ExtensionParams<'x-loggia/recordView'>['records'][number];

interface Ports {
  after(ms: number, run: () => void): () => void;
  /** Undefined: nobody can be told now. */
  send(entries: readonly JournalEntry[]): Promise<unknown> | undefined;
}

/** A View that floods the shell must not flood the audit; only the number of further entries is recorded. */
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
              reason: `${this.#leftOut} more were omitted.`,
              bytes: 0,
            },
          ];
    const sent = this.#ports.send([...this.#waiting, ...leftOut]);
    // The entries are kept until they can be sent.
    if (!sent) return;
    this.#waiting = [];
    this.#leftOut = 0;
    // If the host can't be reached, its audit can't record anything either.
    sent.catch(() => undefined);
  }
}
