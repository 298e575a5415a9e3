import { printParseErrorCode, visit } from 'jsonc-parser';

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

type FaultCode = ReturnType<typeof printParseErrorCode>;
type Path = readonly (string | number)[];

/** An object or array that is being read. */
type Open =
  | { readonly kind: 'object'; readonly made: Record<string, unknown>; name: string | undefined }
  | { readonly kind: 'array'; readonly made: unknown[] };

const deepest = 100;

/** Texts and comments, which stay as they are, and the spaces between them that pages have and JSON doesn't. */
const spaceBesideTexts = /"(?:[^"\\\n\r]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[^\S \t\n\r]/g;
const strangeSpace = /^[^\S \t\n\r]$/;

/** Throws `JsonProblem`. Keys such as `__proto__` are keys and nothing else. */
export function parseJson(given: string): JsonDocument {
  const text = given
    .replace(/^\uFEFF/, '')
    .replace(spaceBesideTexts, (found) => (strangeSpace.test(found) ? ' ' : found));
  const reading = new Reading();
  visit(
    text,
    {
      onObjectBegin: (_offset, _length, line, _character, path) => {
        reading.begin({ kind: 'object', made: {}, name: undefined }, line + 1, path());
      },
      onArrayBegin: (_offset, _length, line, _character, path) => {
        reading.begin({ kind: 'array', made: [] }, line + 1, path());
      },
      onObjectProperty: (name, _offset, _length, line) => reading.name(name, line + 1),
      onLiteralValue: (value, _offset, _length, line, _character, path) => {
        reading.value(value, line + 1, path());
      },
      onObjectEnd: () => reading.end(),
      onArrayEnd: () => reading.end(),
      onError: (code, offset, length, line) => {
        reading.fault(printParseErrorCode(code), text.slice(offset, offset + length), line + 1);
      },
    },
    { allowTrailingComma: true },
  );
  return reading.document();
}

class Reading {
  readonly #lines = new Map<string, number>();
  readonly #open: Open[] = [];
  #value: unknown;

  document(): JsonDocument {
    return {
      value: this.#value,
      lineOf: (path) => {
        for (let length = path.length; length > 0; length -= 1) {
          const line = this.#lines.get(keyOf(path.slice(0, length)));
          if (line !== undefined) return line;
        }
        return 1;
      },
    };
  }

  begin(opened: Open, line: number, path: Path): void {
    // The parser calls itself for every level.
    if (this.#open.length > deepest) throw new JsonProblem(line, 'too deeply nested.');
    this.value(opened.made, line, path);
    this.#open.push(opened);
  }

  end(): void {
    this.#open.pop();
  }

  name(name: string, line: number): void {
    const within = this.#open.at(-1);
    if (within?.kind !== 'object') return;
    if (Object.hasOwn(within.made, name)) throw new JsonProblem(line, `"${name}" is there twice.`);
    within.name = name;
  }

  value(value: unknown, line: number, path: Path): void {
    this.#lines.set(keyOf(path), line);
    const within = this.#open.at(-1);
    if (within === undefined) this.#value = value;
    else if (within.kind === 'array') within.made.push(value);
    else if (within.name !== undefined) {
      const property = { value, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(within.made, within.name, property);
      within.name = undefined;
    }
  }

  /** The parser would continue; the first fault is enough. */
  fault(code: FaultCode, found: string, line: number): void {
    throw new JsonProblem(line, this.#sentence(code, found));
  }

  #sentence(code: FaultCode, found: string): string {
    const within = this.#open.at(-1);
    const wantsName = within?.kind === 'object' && within.name === undefined;
    switch (code) {
      case 'ColonExpected':
        return `a ":" is expected after "${within?.kind === 'object' ? (within.name ?? '') : ''}".`;
      case 'CommaExpected':
      case 'CloseBraceExpected':
      case 'CloseBracketExpected':
        return `a "," or "${within?.kind === 'array' ? ']' : '}'}" is expected.`;
      case 'EndOfFileExpected':
        return 'unexpected text after the end of the document.';
      case 'UnexpectedEndOfComment':
        return 'a comment has no end.';
      case 'UnexpectedEndOfString':
        return 'this string has no closing quote.';
      case 'InvalidCharacter':
        return `the text ${found.slice(0, 40)} has a control character. Write it as an escape.`;
      case 'InvalidEscapeCharacter':
      case 'InvalidUnicode':
        return `the text ${found.slice(0, 40)} has an escape that JSON does not know. A backslash is written "\\\\".`;
      default:
        if (wantsName) return 'a name in double quotes, or "}", is expected.';
        if (found === '') return 'unexpected end.';
        return code === 'ValueExpected'
          ? 'a value is expected.'
          : `"${found.slice(0, 40)}" isn’t a value. Put text in double quotes.`;
    }
  }
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
