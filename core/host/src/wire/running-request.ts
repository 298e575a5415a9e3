import type { CancelSignal } from '@loggia/mcp';
import type { RequestId } from '@loggia/protocol';

/** One pending request of the client. As a signal, it aborts when the client cancels it or disconnects. */
export class RunningRequest implements CancelSignal {
  readonly id: RequestId;
  /** The `mcp:` channel it came on, if any. */
  readonly sideChannel: string | undefined;
  #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;
  #isCancelled = false;
  #reason: DOMException | undefined;

  constructor(id: RequestId, sideChannel?: string) {
    this.id = id;
    this.sideChannel = sideChannel;
  }

  /** The same as a real AbortSignal, created on demand: calls on `mcp:` channels don't need one. */
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

  /** The client no longer wants an answer. */
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

  /** The client disconnected. */
  abort(): void {
    if (this.#reason) return;
    this.#reason = new DOMException('This operation was aborted', 'AbortError');
    this.#controller?.abort(this.#reason);
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
