/** A text that the host doesn't have yet, and the version it is based on. */
export interface KeptText {
  readonly text: string;
  readonly base: string;
  /** The hash of the version it is based on, as the host gave it. */
  readonly hash?: string | undefined;
  readonly revision: number;
}

interface Ports {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Calls once after so many milliseconds, unless the result is called before. */
  after(ms: number, run: () => void): () => void;
}

/** Writing a long text takes a moment, which no key press should wait for. */
const pauseMs = 200;

/** Keeps an unsaved text in the browser, so that neither a reload nor a host that is away loses it. */
export class TextKeeper {
  readonly #key: string;
  readonly #ports: Ports;
  #next: KeptText | undefined;
  #cancel: (() => void) | undefined;

  constructor(artifact: string, ports: Ports) {
    this.#key = `loggia.unsaved.${artifact}`;
    this.#ports = ports;
  }

  read(): KeptText | undefined {
    try {
      return parsed(this.#ports.storage.getItem(this.#key));
    } catch {
      return undefined;
    }
  }

  /** Undefined: the host has it. */
  keep(text: KeptText | undefined): void {
    this.#next = text;
    if (text === undefined) this.flush();
    else this.#cancel ??= this.#ports.after(pauseMs, () => this.flush());
  }

  /** Writes at once what waits to be written: the page may be about to go. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    try {
      if (this.#next === undefined) this.#ports.storage.removeItem(this.#key);
      else this.#ports.storage.setItem(this.#key, JSON.stringify(this.#next));
    } catch {
      // The browser keeps nothing, or has no room left; the text is still on screen.
    }
  }
}

function parsed(json: string | null): KeptText | undefined {
  if (json === null) return undefined;
  const { text, base, hash, revision } = JSON.parse(json) as Partial<KeptText>;
  if (typeof text !== 'string' || typeof base !== 'string' || typeof revision !== 'number') return undefined;
  return { text, base, revision, ...(typeof hash === 'string' && { hash }) };
}
