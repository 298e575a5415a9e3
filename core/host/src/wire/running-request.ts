import type { RequestId } from '@loggia/protocol';

/** One request of the client while it is under way. */
export class RunningRequest {
  readonly id: RequestId;
  /** The `mcp:` channel that it came on, if it did. */
  readonly sideChannel: string | undefined;
  #controller: AbortController | undefined;
  #isCancelled = false;
  #isOver = false;

  constructor(id: RequestId, sideChannel?: string) {
    this.id = id;
    this.sideChannel = sideChannel;
  }

  /** Aborts when the client cancels the request or goes. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isOver) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The client wants no answer any more. */
  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.abort();
  }

  /** The client is gone. */
  abort(): void {
    this.#isOver = true;
    this.#controller?.abort();
  }
}
