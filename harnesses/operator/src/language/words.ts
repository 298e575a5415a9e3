/** Words that say nothing about which tool is meant. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those my your our its i me we you it is are was be do does did can could would will ' +
    'shall should may might must please want need like to of in on at for from by with without and or as into about ' +
    'if so then what which who how when where why there here all any some just now tell give let us get show see ' +
    'display use using up out whats im id thanks thank hey hi hello ok okay one have has tool data named called s'
  ).split(' '),
);

const longestWord = 40;

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** `getBudgetData`, `get-budget-data` and `Get budget_data` are all the same three words, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word.length <= longestWord);
}

/** Light on purpose: plurals and `-ing` only, so that different things stay different. */
export function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && word.endsWith('ing')) return undoubled(word.slice(0, -3));
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/u.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/u.test(word)) return word.slice(0, -1);
  return word;
}

function undoubled(stem: string): string {
  return /([bdgmnprt])\1$/u.test(stem) ? stem.slice(0, -1) : stem;
}

export function stemsOf(text: string): readonly string[] {
  return wordsOf(text).map(stemOf);
}

/** The stems that carry meaning, each once, in order. */
export function contentStemsOf(text: string): readonly string[] {
  return [
    ...new Set(
      wordsOf(text)
        .filter((word) => !isStopWord(word))
        .map(stemOf),
    ),
  ];
}

/** Plain order of code units: the same in every locale. */
export function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
