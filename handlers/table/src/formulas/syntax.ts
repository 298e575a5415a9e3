import { columnOf, readCorner, type Block } from './address.ts';
import { SyntaxProblem, tokensOf, type Token } from './tokens.ts';
import { Failure, failures } from './value.ts';

export type Node =
  | { readonly kind: 'literal'; readonly value: number | string | boolean | Failure }
  | { readonly kind: 'block'; readonly block: Block; readonly single: boolean }
  | { readonly kind: 'unary'; readonly sign: '-' | '+' | '%'; readonly of: Node }
  | { readonly kind: 'binary'; readonly sign: BinarySign; readonly left: Node; readonly right: Node }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly (Node | undefined)[] };

export type BinarySign = '+' | '-' | '*' | '/' | '^' | '&' | '=' | '<>' | '<' | '<=' | '>' | '>=';

const strengths: Readonly<Record<BinarySign, number>> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '^': 5,
};

/** Hostile formulas must fit the evaluator's stack. */
const limits = { length: 8192, depth: 64, parts: 1500 };

/** Whole columns reach to the end of any table. */
const wholeColumn = { top: 0, bottom: Number.MAX_SAFE_INTEGER };

/** Text that begins with an equals sign; with two, it is a line that somebody drew. */
export function isFormula(text: string): boolean {
  if (text.charCodeAt(0) !== 0x3d || text.length < 2) return false;
  return text.charCodeAt(1) !== 0x3d && text.trimEnd().length > 1;
}

/** A tree, or why there is none. Never throws. */
export function parseFormula(formula: string): Node | Failure {
  if (formula.length > limits.length)
    return new Failure('#ERROR!', `The formula is longer than ${limits.length} characters.`);
  try {
    const reader = new Reader(tokensOf(formula));
    const node = reader.expression(0);
    reader.expectEnd();
    return node;
  } catch (error) {
    if (error instanceof SyntaxProblem) return new Failure('#ERROR!', error.message);
    throw error;
  }
}

class Reader {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;
  #parts = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 };
  }

  expression(least: number): Node {
    this.#depth += 1;
    if (this.#depth > limits.depth) throw new SyntaxProblem('The formula is nested too deeply.');
    let left = this.#prefix();
    for (;;) {
      const sign = this.#binarySign();
      if (sign === undefined || strengths[sign] <= least) break;
      this.#take();
      left = this.#counted({ kind: 'binary', sign, left, right: this.expression(strengths[sign]) });
    }
    this.#depth -= 1;
    return left;
  }

  expectEnd(): void {
    if (this.#token.kind !== 'end') throw this.#unexpected();
  }

  #prefix(): Node {
    const { kind, text } = this.#token;
    if (kind === 'sign' && (text === '-' || text === '+')) {
      this.#take();
      // Stronger than a power, as in every spreadsheet: -2^2 is 4.
      return this.#counted({ kind: 'unary', sign: text, of: this.expression(strengths['^']) });
    }
    let node = this.#primary();
    while (this.#isSign('%')) {
      this.#take();
      node = this.#counted({ kind: 'unary', sign: '%', of: node });
    }
    return node;
  }

  #primary(): Node {
    const token = this.#take();
    const { kind, text } = token;
    switch (kind) {
      case 'number':
        return this.#counted({ kind: 'literal', value: Number(text) });
      case 'text':
        return this.#counted({ kind: 'literal', value: text.slice(1, -1).replaceAll('""', '"') });
      case 'failure':
        return this.#counted({ kind: 'literal', value: failures.reference });
      case 'cell':
      case 'range':
      case 'columns':
        return this.#counted({ kind: 'block', block: blockOf(text, kind), single: kind === 'cell' });
      case 'function':
        return this.#call(text.toUpperCase());
      case 'name':
        return this.#counted({ kind: 'literal', value: named(text) });
      default: {
        if (text !== '(') throw this.#unexpected(token);
        const node = this.expression(0);
        this.#expect(')');
        return node;
      }
    }
  }

  #call(name: string): Node {
    this.#expect('(');
    const given: (Node | undefined)[] = [];
    if (this.#isSign(')')) {
      this.#take();
      return this.#counted({ kind: 'call', name, given });
    }
    for (;;) {
      const isLeftOut = this.#isSign(',') || this.#isSign(';') || this.#isSign(')');
      given.push(isLeftOut ? undefined : this.expression(0));
      if (this.#isSign(')')) break;
      if (!this.#isSign(',') && !this.#isSign(';')) throw this.#unexpected();
      this.#take();
    }
    this.#take();
    return this.#counted({ kind: 'call', name, given });
  }

  #binarySign(): BinarySign | undefined {
    const { kind, text } = this.#token;
    return kind === 'sign' && Object.hasOwn(strengths, text) ? (text as BinarySign) : undefined;
  }

  #isSign(text: string): boolean {
    return this.#token.kind === 'sign' && this.#token.text === text;
  }

  #expect(text: string): void {
    if (!this.#isSign(text)) throw this.#unexpected(this.#token, `“${text}”`);
    this.#take();
  }

  #take(): Token {
    const token = this.#token;
    this.#next += 1;
    return token;
  }

  #counted(node: Node): Node {
    this.#parts += 1;
    if (this.#parts > limits.parts) throw new SyntaxProblem('The formula has too many parts.');
    return node;
  }

  #unexpected(token: Token = this.#token, wanted?: string): SyntaxProblem {
    if (token.kind === 'end')
      return new SyntaxProblem(
        `The formula ends too soon${wanted === undefined ? '' : `: ${wanted} is missing`}.`,
      );
    const instead = wanted === undefined ? '' : `, where ${wanted} should be`;
    return new SyntaxProblem(
      `“${token.text.slice(0, 20)}” is unexpected at character ${token.at + 1}${instead}.`,
    );
  }
}

function blockOf(text: string, kind: 'cell' | 'range' | 'columns'): Block {
  const [from = '', to = from] = text.split(':');
  if (kind === 'columns') {
    const [first, second] = [columnOf(from.replace('$', '')), columnOf(to.replace('$', ''))];
    return { ...wholeColumn, left: Math.min(first, second), right: Math.max(first, second) };
  }
  const [a, b] = [readCorner(from), readCorner(to)];
  if (!a || !b) throw new SyntaxProblem(`“${text.slice(0, 20)}” isn't a cell.`);
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

function named(text: string): boolean | Failure {
  const upper = text.toUpperCase();
  if (upper === 'TRUE' || upper === 'FALSE') return upper === 'TRUE';
  const shown = text.length > 30 ? `${text.slice(0, 30)}…` : text;
  return new Failure('#NAME?', `“${shown}” isn't a cell or a function. Text needs quotation marks.`);
}

/** The cells that a formula reads. */
export function blocksIn(node: Node): readonly Block[] {
  switch (node.kind) {
    case 'block':
      return [node.block];
    case 'unary':
      return blocksIn(node.of);
    case 'binary':
      return [...blocksIn(node.left), ...blocksIn(node.right)];
    case 'call':
      return node.given.flatMap((each) => (each ? blocksIn(each) : []));
    default:
      return [];
  }
}
