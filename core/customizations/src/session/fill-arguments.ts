/** Words separated by space; quotes hold several together and are dropped, and `\` keeps the next character as it is. */
export function splitArguments(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text[at + 1];
    if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '\\' && next !== undefined && quote !== "'" && /[\s"'\\]/.test(next)) {
      word = (word ?? '') + next;
      at += 1;
    } else if (character === quote) quote = undefined;
    // An apostrophe within a word isn't a quote.
    else if (quote === undefined && isQuote(character, word, text, at)) {
      quote = character;
      word ??= '';
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}

function isQuote(character: string, word: string | undefined, text: string, at: number): boolean {
  if (character !== '"' && character !== "'") return false;
  if (character === "'" && word !== undefined) return false;
  return text.includes(character, at + 1);
}

/** Amounts such as `$10` and `$1.50` aren't placeholders. */
const placeholder =
  /\\?(?<![$\w])\$(?:ARGUMENTS(?:\[(\d{1,3})\])?(?!\w)|(\d)(?!\w|[.,]\d)|([A-Za-z_][\w-]*))/g;

/**
 * The text of a command or skill with the arguments that it was called with. `$ARGUMENTS` is all of them as they were
 * written; `$1`, `$ARGUMENTS[0]` and the names that the text declares are single ones. The formats disagree on where
 * `$1` counts from: a text that uses `$0` counts from there, any other from `$1`. A single argument that wasn't given
 * stays as it is written, and so does a placeholder after `\`. A text without placeholders gets the arguments at its
 * end.
 */
export function fillArguments(text: string, given: string, names: readonly string[] = []): string {
  const words = splitArguments(given);
  const first = /(?<![\\$\w])\$0(?![\w.,]?\d)/.test(text) ? 0 : 1;
  let isFilled = false;
  const filled = text.replace(
    placeholder,
    (written: string, index?: string, digit?: string, name?: string) => {
      const isSingle = (index ?? digit ?? name) !== undefined;
      const position = index ?? (digit === undefined ? names.indexOf(name ?? '') : Number(digit) - first);
      const value = isSingle ? words[Number(position)] : given;
      if (name !== undefined && !names.includes(name)) return written;
      if (written.startsWith('\\')) return written.slice(1);
      isFilled ||= value !== undefined;
      return value ?? written;
    },
  );
  return isFilled || given.trim() === '' ? filled : `${filled}\n\n${given}`;
}
