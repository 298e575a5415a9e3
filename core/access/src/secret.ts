import { inspect } from 'node:util';

const hidden = '[secret]';

/** Text that must be asked for explicitly: it doesn't show in logs, in JSON or in an error that quotes it. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [inspect.custom](): string {
    return hidden;
  }
}
