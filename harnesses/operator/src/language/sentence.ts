export type TokenKind = 'quoted' | 'url' | 'email' | 'date' | 'path' | 'number' | 'word' | 'mark';

/** A piece of what the user wrote, with where it stands. */
export interface Token {
  readonly kind: TokenKind;
  /** Without quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Anything beyond this length is ignored: it is text to pass on, not a sentence to understand. */
export const longestSentence = 1_500;
const mostTokens = 300;

const weekdays = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** In order: the first that fits has it. None can go back over what it has read, so long texts stay cheap. */
const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  [
    'quoted',
    /"([^"\n]*)"|“([^”\n]*)”|„([^“”\n]*)[“”]|«([^»\n]*)»|`([^`\n]*)`|(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])/uy,
  ],
  ['url', /(?:https?|ftp|file|data|ui):[^\s"'<>]*[^\s"'<>.,;!?)]/uy],
  ['email', /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/uy],
  ['date', /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\d-])/uy],
  ['date', new RegExp(String.raw`\d{1,2}\.? (?:${months})\b(?: \d{4})?`, 'iuy')],
  ['date', new RegExp(String.raw`(?:${months}) \d{1,2}\b(?:,? \d{4})?`, 'iuy')],
  [
    'date',
    new RegExp(
      String.raw`(?:(?:next|last|this) (?:week|month|year|${weekdays})|today|tomorrow|yesterday|${weekdays})\b`,
      'iuy',
    ),
  ],
  ['path', /(?:~|\.{1,2})?\/[^\s"'<>,;:!?]*[^\s"'<>,;:!?.]|[A-Za-z]:\\[^\s"'<>,;!?]+/uy],
  ['path', /[\p{L}\p{N}_*@.-]+(?:\/[\p{L}\p{N}_*@.-]*)+(?<!\.)/uy],
  [
    'path',
    /(?=[\p{L}*_.-])[\p{L}\p{N}_*-]*(?:\.[\p{L}\p{N}_*-]+)*\.\p{L}[\p{L}\p{N}]{0,7}(?![\p{L}\p{N}])/uy,
  ],
  ['number', /[-+]?(?:\d+(?:[,_]\d{3})*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?(?![\d])/iuy],
  ['word', /[\p{L}\p{N}](?:[\p{L}\p{N}_'’-]*[\p{L}\p{N}_])?/uy],
  ['mark', /[^\s]/uy],
];

/** Takes a sentence apart. A long one is taken apart only so far. */
export function tokenise(sentence: string): readonly Token[] {
  const text = sentence.slice(0, longestSentence);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length && tokens.length < mostTokens) {
    const token = tokenAt(text, at);
    if (!token) {
      at++;
      continue;
    }
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(text: string, start: number): Token | undefined {
  if (/\s/u.test(text[start] ?? '')) return undefined;
  // Only what begins a word can be more than one.
  const insideWord = /[\p{L}\p{N}_]/u.test(text[start - 1] ?? '');
  for (const [kind, pattern] of patterns) {
    if (insideWord && kind !== 'word' && kind !== 'mark') continue;
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (!match || match[0] === '') continue;
    const inner = match.slice(1).find((group) => group !== undefined);
    return { kind, text: inner ?? match[0], start, end: start + match[0].length };
  }
  return undefined;
}
