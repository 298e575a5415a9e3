import type { HarnessEvent } from '@loggia/sessions/harness';

type Item = HarnessEvent | (() => void);

/** What happens in a turn, in order: events for the host, and steps that must wait until the events before are taken. */
export class EventQueue {
  readonly #items: Item[] = [];
  #wake: (() => void) | undefined;
  #end: { readonly error?: unknown } | undefined;

  /** Once the queue has ended, events are dropped and steps run at once. */
  push(item: Item): void {
    if (this.#end) {
      if (typeof item === 'function') item();
      return;
    }
    this.#items.push(item);
    this.#wake?.();
  }

  /** Events that were pushed before are still taken. */
  end(): void {
    this.#end ??= {};
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  async *events(): AsyncGenerator<HarnessEvent, void> {
    try {
      for (;;) {
        const item = this.#items.shift();
        if (typeof item === 'function') item();
        else if (item) yield item;
        else if (this.#end) break;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      if ('error' in this.#end) throw this.#end.error;
    } finally {
      this.end();
      for (const item of this.#items.splice(0)) if (typeof item === 'function') item();
    }
  }
}
