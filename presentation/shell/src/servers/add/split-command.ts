/**
 * The words of a command line as a shell would part them: quotes keep words together, a backslash keeps the next
 * character. Nothing is expanded.
 */
export function splitCommand(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (sign === '\\' && quote !== "'" && /["'\\\s]/.test(line[at + 1] ?? '')) {
      at += 1;
      word = (word ?? '') + (line[at] ?? '');
    } else if (sign === quote) {
      quote = undefined;
    } else if (quote === undefined && (sign === '"' || sign === "'")) {
      quote = sign;
      word ??= '';
    } else if (quote === undefined && /\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + sign;
    }
  }
  if (quote !== undefined) {
    throw new Error(`A quote (${quote}) is not closed. Close it, or put a backslash before it.`);
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** The line that `splitCommand` parts into these words. */
export function joinCommand(words: readonly string[]): string {
  return words
    .map((word) => (/^[^\s"'\\]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

/** `NAME=value` a line; throws a sentence with the line that is none. */
export function readPairs(text: string, separator: '=' | ':'): Readonly<Record<string, string>> {
  const pairs: [string, string][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const at = line.indexOf(separator);
    const name = line.slice(0, at).trim();
    if (at < 1 || name === '' || /\s/.test(name)) {
      const shape = separator === '=' ? 'NAME=value' : 'Name: value';
      throw new Error(`Line ${index + 1}: write it as ${shape}.`);
    }
    pairs.push([name, line.slice(at + 1).trim()]);
  }
  return Object.fromEntries(pairs);
}
