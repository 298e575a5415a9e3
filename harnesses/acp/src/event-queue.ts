import type { HarnessEvent } from '@loggia/sessions/harness';

type Item = HarnessEvent | (() => void);

/** How far an agent may be ahead of the host. */
const mostWaiting = 1_000;

/** The course of a turn: events for the host, and steps that wait until the events before them are taken. */
export class EventQueue {
  readonly #items: Item[] = [];
  #wake: (() => void) | undefined;
  #drained: (() => void) | undefined;
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

  /** Resolves when there is room for more. */
  async room(): Promise<void> {
    while (this.#items.length >= mostWaiting && !this.#end)
      await new Promise<void>((resolve) => (this.#drained = resolve));
  }

  /** Events that were pushed before are still taken. */
  end(): void {
    this.#over({});
  }

  fail(error: unknown): void {
    this.#over({ error });
  }

  #over(end: { readonly error?: unknown }): void {
    this.#end ??= end;
    this.#wake?.();
    this.#drained?.();
  }

  async *events(): AsyncGenerator<HarnessEvent, void> {
    try {
      for (;;) {
        const item = this.#items.shift();
        if (this.#items.length < mostWaiting) this.#drained?.();
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
