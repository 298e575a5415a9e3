export type TokenKind =
  | 'number'
  | 'text'
  | 'cell'
  | 'range'
  | 'columns'
  | 'name'
  | 'function'
  | 'failure'
  | 'sign'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Where it begins in the formula. */
  readonly at: number;
}

const reference = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}`;
/** No quantifier stands inside another one, so each takes time in proportion to what it matches. */
const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?(?![\w.])/iy],
  ['text', /"(?:[^"]|"")*"/y],
  ['failure', /#(?:REF!|DIV\/0!|NAME\?|VALUE!|NUM!|N\/A)/iy],
  ['function', /[A-Za-z][\w.]*(?=\s*\()/y],
  ['range', new RegExp(`${reference}:${reference}(?![\\w.])`, 'y')],
  ['cell', new RegExp(`${reference}(?![\\w.:])`, 'y')],
  ['columns', /\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\w.])/y],
  ['name', /[\p{L}_][\p{L}\w.]*/uy],
  ['sign', /<>|<=|>=|[-+*/^&=<>%(),;]/y],
];
const space = /\s+/y;

/** A formula that can't be read. */
export class SyntaxProblem extends Error {}

export function tokensOf(formula: string): readonly Token[] {
  const tokens: Token[] = [];
  // Behind the equals sign.
  let at = 1;
  while (at < formula.length) {
    space.lastIndex = at;
    if (space.test(formula)) {
      at = space.lastIndex;
      continue;
    }
    const token = tokenAt(formula, at);
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', at }];
}

function tokenAt(formula: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const found = pattern.exec(formula);
    if (found) return { kind, text: found[0], at };
  }
  const sign = String.fromCodePoint(formula.codePointAt(at) ?? 0);
  throw new SyntaxProblem(
    sign === '"'
      ? 'A quotation mark is never closed.'
      : `“${sign}” at character ${at + 1} isn't part of a formula.`,
  );
}
