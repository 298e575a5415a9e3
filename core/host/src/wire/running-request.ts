import type { CancelSignal } from '@loggia/mcp';
import type { RequestId } from '@loggia/protocol';

/** One request of the client while it is under way. As a signal, it aborts when the client cancels it or goes. */
export class RunningRequest implements CancelSignal {
  readonly id: RequestId;
  /** The `mcp:` channel that it came on, if it did. */
  readonly sideChannel: string | undefined;
  #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;
  #isCancelled = false;
  #reason: DOMException | undefined;

  constructor(id: RequestId, sideChannel?: string) {
    this.id = id;
    this.sideChannel = sideChannel;
  }

  /** The same for those who need a real one. It is made on demand: calls on `mcp:` channels do without. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** The client wants no answer any more. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#reason) this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((kept) => kept !== listener);
  }

  cancel(): void {
    this.#isCancelled = true;
    this.abort();
  }

  /** The client is gone. */
  abort(): void {
    if (this.#reason) return;
    this.#reason = new DOMException('This operation was aborted', 'AbortError');
    this.#controller?.abort(this.#reason);
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
