import type { Launch } from '@loggia/protocol';

/** Everything without a picture of its own, and every space but the plain one: in a command each of them counts. */
const unseen = /(?! )[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\u115f\u1160\u2800\u3164\uffa0\p{Variation_Selector}]/gu;

/** A word of a command as it is, in quotes unless it is plain, with nothing in it that can't be seen. */
export function visibleWord(word: string): string {
  const quoted = /^[\w@%+=:,./~?&#${}-]+$/.test(word) ? word : JSON.stringify(word);
  return quoted.replace(unseen, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** What a server would start or reach, whole: a name for each kind of fact, and its words. */
export function launchFacts({
  command,
  args = [],
  cwd,
  env = [],
  url,
  headers = [],
  sandbox = [],
}: Launch): readonly {
  readonly name: string;
  readonly words: readonly string[];
}[] {
  const facts = [
    { name: 'Command', words: command === undefined ? [] : [command, ...args] },
    { name: 'Address', words: url === undefined ? [] : [url] },
    { name: 'Working directory', words: cwd === undefined ? [] : [cwd] },
    { name: 'Variables', words: env },
    { name: 'Headers', words: headers },
    { name: 'Sandbox', words: sandbox },
  ];
  return facts
    .filter(({ words }) => words.length > 0)
    .map(({ name, words }) => ({ name, words: words.map(visibleWord) }));
}
