interface Ports {
  /** Loads the page of turns before those that are there. */
  load(): Promise<unknown>;
  hasMore(): boolean;
  isLoaded(turn: string): boolean;
  onLoading(isLoading: boolean): void;
}

/** Pages of older turns that are looked through for one that was asked for. */
const mostPages = 400;

/** Loads the turns before those that are there, one page at a time. */
export class OlderTurns {
  readonly #ports: Ports;
  #loading: Promise<void> | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The page that is being loaded, or else the next one. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Loads until that turn is there; false where the chat does not have it. */
  async loadUntil(turn: string): Promise<boolean> {
    const { hasMore, isLoaded } = this.#ports;
    for (let page = 0; page < mostPages && !isLoaded(turn); page++) {
      if (!hasMore()) return false;
      await this.load();
    }
    return isLoaded(turn);
  }

  async #load(): Promise<void> {
    this.#ports.onLoading(true);
    try {
      await this.#ports.load();
    } finally {
      this.#loading = undefined;
      this.#ports.onLoading(false);
    }
  }
}
