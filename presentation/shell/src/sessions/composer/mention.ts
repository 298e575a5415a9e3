/** An `@` in a message that is being written, and what was typed after it. */
export interface Mention {
  /** Where the `@` stands. */
  readonly from: number;
  readonly query: string;
}

const longest = 60;
/** More words than this are a sentence, and no title. */
const mostWords = 4;

/** The mention at the caret. An `@` within a word, as in an email address, doesn't start one. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const before = text.slice(Math.max(0, caret - longest - 2), caret);
  const [, query] = /(?:^|[\s(“"'])@([^\s@][^@\n]*|)$/u.exec(before) ?? [];
  if (query === undefined || query.length > longest || query.trim().split(/\s+/).length > mostWords)
    return undefined;
  return { from: caret - query.length - 1, query };
}

/** The text with these words in place of the mention, and the new caret position. */
export function withWords(
  text: string,
  caret: number,
  { from }: Mention,
  words: string,
): { readonly text: string; readonly caret: number } {
  const named = text.slice(0, from) + words;
  return { text: named + text.slice(caret).trimStart(), caret: named.length };
}
