/** Longer or deeper input is not worth showing before it is complete. */
const longest = 2_000_000;
const deepest = 100;

/**
 * Reads an incomplete JSON object as far as it has arrived. Strings are cut where they end; an unfinished number, word
 * or key is left out, since its beginning would mean something else. Undefined: nothing is known yet.
 */
export function healedObject(text: string): Record<string, unknown> | undefined {
  if (text.length > longest) return undefined;
  const read = new Reader(text).value(0);
  if (!read || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    return undefined;
  return read.value as Record<string, unknown>;
}

interface Read {
  readonly value: unknown;
  readonly isWhole: boolean;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Undefined where no value begins. */
  value(depth: number): Read | undefined {
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (first === undefined || depth > deepest) return undefined;
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    if (first === '"') return this.#string();
    return this.#word();
  }

  #object(depth: number): Read {
    const object: Record<string, unknown> = {};
    this.#at += 1;
    for (;;) {
      if (this.#takes('}')) return { value: object, isWhole: true };
      const key = this.#peek() === '"' ? this.#string() : undefined;
      if (!key?.isWhole || !this.#takes(':')) return { value: object, isWhole: false };
      const member = this.value(depth + 1);
      if (!member) return { value: object, isWhole: false };
      // An assignment would let the text choose the prototype.
      Object.defineProperty(object, key.value as string, {
        value: member.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      if (!member.isWhole || !(this.#takes(',') || this.#peek() === '}'))
        return { value: object, isWhole: false };
    }
  }

  #array(depth: number): Read {
    const items: unknown[] = [];
    this.#at += 1;
    for (;;) {
      if (this.#takes(']')) return { value: items, isWhole: true };
      const item = this.value(depth + 1);
      if (!item) return { value: items, isWhole: false };
      items.push(item.value);
      if (!item.isWhole || !(this.#takes(',') || this.#peek() === ']'))
        return { value: items, isWhole: false };
    }
  }

  #string(): Read | undefined {
    const start = this.#at;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      if (this.#text[at] === '\\') at += 1;
      else if (this.#text[at] === '"') {
        this.#at = at + 1;
        return parsed(this.#text.slice(start, at + 1), true);
      }
    }
    const rest = this.#text.slice(start);
    this.#at = this.#text.length;
    // The last escape may be incomplete, and half of a surrogate pair is not a character.
    const begun = /(?<=(?:^|[^\\])(?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/.exec(rest);
    const kept = (begun ? rest.slice(0, begun.index) : rest).replace(/\\u[dD][89abAB][0-9a-fA-F]{2}$/, '');
    return parsed(`${kept}"`, false);
  }

  #word(): Read | undefined {
    const found = /^[-+.\w]+/.exec(this.#text.slice(this.#at, this.#at + 400));
    if (!found) return undefined;
    this.#at += found[0].length;
    // At the very end, more of it may arrive.
    return this.#at < this.#text.length ? parsed(found[0], true) : undefined;
  }

  #peek(): string | undefined {
    this.#skipSpace();
    return this.#text[this.#at];
  }

  #takes(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}

function parsed(text: string, isWhole: boolean): Read | undefined {
  try {
    return { value: JSON.parse(text) as unknown, isWhole };
  } catch {
    return undefined;
  }
}
