/** One challenge of a `WWW-Authenticate` header. Scheme and names are in lower case. */
export interface HeaderChallenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const longestHeader = 16_384;
const mostChallenges = 16;
const mostParameters = 32;

const tokenCharacter = /[\w!#$%&'*+.^`|~-]/;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  get next(): string {
    return this.#text.charAt(this.#at);
  }

  skip(): void {
    this.#at += 1;
  }

  takeWhile(wanted: (character: string) => boolean): string {
    const start = this.#at;
    while (!this.done && wanted(this.next)) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  /** Called at the opening quote. An unclosed string ends with the header. */
  takeQuoted(): string {
    let value = '';
    this.skip();
    while (!this.done && this.next !== '"') {
      if (this.next === '\\') this.skip();
      value += this.next;
      this.skip();
    }
    this.skip();
    return value;
  }
}

const isSpace = (character: string): boolean => character === ' ' || character === '\t';
const isToken = (character: string): boolean => tokenCharacter.test(character);
const isBare = (character: string): boolean => !isSpace(character) && character !== ',';

function takeValue(reader: Reader): string {
  reader.takeWhile(isSpace);
  return reader.next === '"' ? reader.takeQuoted() : reader.takeWhile(isBare);
}

/**
 * Every challenge of the header (RFC 9110, 11.6.1); several can share one line. Servers get this wrong in many ways:
 * invalid parts are skipped, never thrown.
 */
export function parseChallenges(header: string): readonly HeaderChallenge[] {
  const reader = new Reader(header.slice(0, longestHeader));
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  // Right after a scheme, a word without "=" is its token68; after a comma it is the next scheme.
  let behindScheme = false;
  while (!reader.done) {
    if (isSpace(reader.next)) {
      reader.skip();
      continue;
    }
    if (reader.next === ',') {
      behindScheme = false;
      reader.skip();
      continue;
    }
    const current = challenges.at(-1);
    const name = reader.takeWhile(isToken).toLowerCase();
    if (name === '') {
      if (reader.next === '"') reader.takeQuoted();
      else reader.skip();
      continue;
    }
    reader.takeWhile(isSpace);
    if (reader.next === '=') {
      reader.skip();
      const value = takeValue(reader);
      behindScheme = false;
      if (current === undefined || current.parameters.has(name)) continue;
      if (current.parameters.size < mostParameters) current.parameters.set(name, value);
      continue;
    }
    if (behindScheme) {
      reader.takeWhile(isBare);
      behindScheme = false;
      continue;
    }
    if (challenges.length === mostChallenges) return challenges;
    challenges.push({ scheme: name, parameters: new Map() });
    behindScheme = true;
  }
  return challenges;
}
