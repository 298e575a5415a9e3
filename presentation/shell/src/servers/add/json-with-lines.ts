/** JSON as people write it into configuration files, with comments and trailing commas, and where everything stands. */
export interface JsonDocument {
  readonly value: unknown;
  /** The line on which the value at the path begins, or its nearest parent that is there. */
  lineOf(path: readonly (string | number)[]): number;
}

export class JsonProblem extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`);
    this.name = 'JsonProblem';
    this.line = line;
  }
}

const deepest = 100;

/** Throws `JsonProblem`. Keys such as `__proto__` are keys and nothing else. */
export function parseJson(text: string): JsonDocument {
  const reader = new Reader(text);
  const value = reader.document();
  return {
    value,
    lineOf: (path) => {
      for (let length = path.length; length > 0; length -= 1) {
        const line = reader.lines.get(JSON.stringify(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return 1;
    },
  };
}

class Reader {
  readonly lines = new Map<string, number>();
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text.replace(/^\uFEFF/, '');
  }

  document(): unknown {
    const value = this.#value([]);
    this.#space();
    if (this.#at < this.#text.length) throw this.#problem('nothing may follow the end of the document.');
    return value;
  }

  #value(path: readonly (string | number)[]): unknown {
    if (path.length > deepest) throw this.#problem('this is nested too deeply.');
    this.#space();
    this.lines.set(JSON.stringify(path), this.#line);
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(path);
      case '[':
        return this.#array(path);
      case '"':
        return this.#string();
      default:
        return this.#word();
    }
  }

  #object(path: readonly (string | number)[]): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    this.#at += 1;
    for (;;) {
      this.#space();
      if (this.#takes('}')) return made;
      if (this.#text[this.#at] !== '"') throw this.#problem('a name in double quotes, or "}", is expected.');
      const line = this.#line;
      const name = this.#string();
      if (Object.hasOwn(made, name)) throw new JsonProblem(line, `"${name}" is there twice.`);
      this.#space();
      if (!this.#takes(':')) throw this.#problem(`a ":" is expected after "${name}".`);
      const value = this.#value([...path, name]);
      Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
      this.#space();
      if (this.#takes('}')) return made;
      if (!this.#takes(',')) throw this.#problem('a "," or "}" is expected.');
    }
  }

  #array(path: readonly (string | number)[]): unknown[] {
    const made: unknown[] = [];
    this.#at += 1;
    for (;;) {
      this.#space();
      if (this.#takes(']')) return made;
      made.push(this.#value([...path, made.length]));
      this.#space();
      if (this.#takes(']')) return made;
      if (!this.#takes(',')) throw this.#problem('a "," or "]" is expected.');
    }
  }

  #string(): string {
    const whole = /"(?:[^"\\\n\r]|\\.)*"/y;
    whole.lastIndex = this.#at;
    const [found] = whole.exec(this.#text) ?? [];
    if (found === undefined) throw this.#problem('a text has no closing quote on its line.');
    try {
      const value = JSON.parse(found) as string;
      this.#at += found.length;
      return value;
    } catch {
      throw this.#problem(
        `the text ${found.slice(0, 40)} has an escape that JSON does not know. A backslash is written "\\\\".`,
      );
    }
  }

  #word(): unknown {
    const word = /[^\s,\]}:"{[/]+/y;
    word.lastIndex = this.#at;
    const [found] = word.exec(this.#text) ?? [];
    if (found === undefined) {
      throw this.#problem(this.#at >= this.#text.length ? 'it ends too early.' : 'a value is expected.');
    }
    try {
      const value: unknown = JSON.parse(found);
      this.#at += found.length;
      return value;
    } catch {
      throw this.#problem(`"${found.slice(0, 40)}" is no value. Put texts in double quotes.`);
    }
  }

  #space(): void {
    const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
    space.lastIndex = this.#at;
    const [found] = space.exec(this.#text) ?? [];
    if (found === undefined) return;
    this.#at += found.length;
    this.#line += found.split('\n').length - 1;
  }

  #takes(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #problem(problem: string): JsonProblem {
    return new JsonProblem(this.#line, problem);
  }
}
