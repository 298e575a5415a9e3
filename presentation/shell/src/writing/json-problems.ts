import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';

export interface JsonProblem {
  readonly from: number;
  readonly to: number;
  /** Counted from 1. */
  readonly line: number;
  readonly says: string;
}

const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Unknown word. Put text in double quotes.',
  InvalidNumberFormat: 'This isn’t a number.',
  PropertyNameExpected: 'Expected a name in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected a colon after the name.',
  CommaExpected: 'Expected a comma.',
  CloseBraceExpected: 'Expected a comma or a closing }.',
  CloseBracketExpected: 'Expected a comma or a closing ].',
  EndOfFileExpected: 'Nothing may follow the end of the value.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfComment: 'JSON has no comments.',
  UnexpectedEndOfString: 'The text doesn’t end: a double quote is missing.',
  UnexpectedEndOfNumber: 'The number doesn’t end.',
  InvalidUnicode: '\\u needs four hexadecimal digits.',
  InvalidEscapeCharacter: 'Unknown escape after the backslash.',
  InvalidCharacter: 'This character isn’t allowed here.',
};

/** One mistake leads to others that are none: the first few are enough. */
const mostProblems = 20;

/** The problems of a text that should be JSON, with their positions. */
export function jsonProblems(text: string): readonly JsonProblem[] {
  if (text.trim() === '') return [];
  return errorsIn(text)
    .slice(0, mostProblems)
    .map(({ error, offset, length }) => {
      const from = Math.min(offset, text.length);
      return {
        from,
        to: Math.min(text.length, from + Math.max(1, length)),
        line: text.slice(0, from).split('\n').length,
        says: words[printParseErrorCode(error)] ?? 'This isn’t valid JSON.',
      };
    });
}

function errorsIn(text: string): readonly ParseError[] {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // Nested deeper than the parser can go: the problems found so far count.
  }
  return errors;
}
