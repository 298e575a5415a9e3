/** Names with a text each, kept in a browser's storage for as long as there are not too many. */
export class StoredNames {
  readonly #key: string;
  readonly #most: number;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(key: string, most: number, storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#key = key;
    this.#most = most;
    this.#storage = storage;
  }

  /** Always from the storage: another tab may have written it. */
  get(name: string): string | undefined {
    return this.#read().get(name);
  }

  set(name: string, text: string): void {
    const all = this.#read();
    all.delete(name);
    all.set(name, text);
    this.#write([...all].slice(-this.#most));
  }

  delete(...names: readonly string[]): void {
    const all = this.#read();
    const isKnown = names.map((name) => all.delete(name)).includes(true);
    if (isKnown) this.#write([...all]);
  }

  #read(): Map<string, string> {
    try {
      const entries: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '[]');
      return new Map(Array.isArray(entries) ? entries.filter(isEntry) : []);
    } catch {
      return new Map();
    }
  }

  #write(entries: readonly (readonly [string, string])[]): void {
    try {
      this.#storage.setItem(this.#key, JSON.stringify(entries));
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  }
}

function isEntry(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
}
