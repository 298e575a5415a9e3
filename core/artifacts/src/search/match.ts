import { invalid } from '../refusals.ts';

interface Term {
  readonly words: string;
  readonly isPrefix: boolean;
  readonly isExcluded: boolean;
}

/** More than anybody types; each costs the index some work. */
const maxTerms = 50;

/**
 * Translates a user's query to the syntax of the index: words and "phrases" that must all occur, -excluded ones that
 * must not, a final * for prefixes. Everything else is plain text.
 */
export function matchOf(query: string): string {
  const terms = termsOf(query);
  if (terms.length > maxTerms) throw invalid(`"query" has more than ${maxTerms} words. Search for fewer.`);
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).map(quotedTerm);
  const excluded = terms.filter(({ isExcluded }) => isExcluded).map(quotedTerm);
  if (wanted.length === 0) {
    throw invalid(
      excluded.length > 0
        ? '"query" only has excluded words. Add a word to search for.'
        : '"query" has no letters or digits to search for. Type a word.',
    );
  }
  const all = wanted.join(' AND ');
  return excluded.length === 0 ? all : `(${all}) NOT (${excluded.join(' OR ')})`;
}

/** A phrase may lack its closing quote while it is being typed. */
const termPattern = /(?<![^\s"])(?<minus>-?)(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>[^\s"]+))(?<star>\*?)/gu;

function termsOf(query: string): readonly Term[] {
  return [...query.normalize('NFC').matchAll(termPattern)].flatMap(({ groups }) => {
    const { minus, phrase, word, star } = groups ?? {};
    const words = (phrase ?? word ?? '').replaceAll('\0', ' ');
    // Without a letter that the index knows, a term would match nothing, or everything.
    if (!/[\p{L}\p{N}\p{Co}]/u.test(words)) return [];
    const isPrefix = star === '*' || (word !== undefined && word.endsWith('*'));
    return [{ words, isPrefix, isExcluded: minus === '-' }];
  });
}

function quotedTerm({ words, isPrefix }: Term): string {
  return `"${words.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`;
}
