import type { Launch } from '@loggia/protocol';

/** Everything without a picture of its own, and every space but the plain one: in a command each of them counts. */
const unseen = /(?! )[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\u115f\u1160\u2800\u3164\uffa0\p{Variation_Selector}]/gu;

/** A word of a command as it is, in quotes unless it is plain, with nothing in it that can't be seen. */
export function visibleWord(word: string): string {
  const quoted = /^[\w@%+=:,./~?&#${}-]+$/.test(word) ? word : JSON.stringify(word);
  return quoted.replace(unseen, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

export interface LaunchFact {
  readonly name: string;
  readonly words: readonly string[];
}

/** The command or address of a server in full: a name for each kind of fact, and its words. */
export function launchFacts({
  command,
  args = [],
  cwd,
  env = [],
  url,
  headers = [],
  sandbox = [],
}: Launch): readonly LaunchFact[] {
  const facts = [
    { name: 'Command', words: command === undefined ? [] : [command, ...args] },
    { name: 'Address', words: url === undefined ? [] : [url] },
    { name: 'Working directory', words: cwd === undefined ? [] : [cwd] },
    { name: 'Variables', words: env },
    { name: 'Headers', words: headers },
    ...sandboxFacts(sandbox),
  ];
  return facts
    .filter(({ words }) => words.length > 0)
    .map(({ name, words }) => ({ name, words: words.map(visibleWord) }));
}

/** Facts such as `write:/srv/notes` and `network:none`. Unknown ones are shown as they are. */
function sandboxFacts(sandbox: readonly string[]): LaunchFact[] {
  const granted = (access: string): string[] =>
    sandbox.flatMap((word) => (word.startsWith(`${access}:`) ? [word.slice(access.length + 1)] : []));
  const known = ['read', 'write', 'network'];
  return [
    { name: 'Can read', words: granted('read') },
    { name: 'Can change', words: granted('write') },
    { name: 'Network', words: granted('network') },
    { name: 'Sandbox', words: sandbox.filter((word) => !known.includes(word.split(':')[0] ?? '')) },
  ];
}

/** Words, and whether each is where two versions differ: everything between their common start and common end. */
export function changedWords(
  words: readonly string[],
  others: readonly string[],
): readonly { readonly word: string; readonly isChanged: boolean }[] {
  const shorter = Math.min(words.length, others.length);
  let start = 0;
  while (start < shorter && words[start] === others[start]) start++;
  let end = 0;
  while (end < shorter - start && words.at(-1 - end) === others.at(-1 - end)) end++;
  return words.map((word, at) => ({ word, isChanged: at >= start && at < words.length - end }));
}
