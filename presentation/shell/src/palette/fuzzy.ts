/** A piece of a text, and whether it is what was looked for. The shape that the host's snippets have. */
export interface TextPart {
  readonly text: string;
  readonly match?: boolean | undefined;
}

export interface FuzzyMatch {
  /** Higher is better; 100 is a text that begins with the word. */
  readonly score: number;
  /** Offsets of the letters that matched, in ascending order. */
  readonly letters: readonly number[];
}

/** Nobody looks for what stands behind this many letters of a name. */
const longestText = 300;

const wordPattern = /[\p{L}\p{N}]/u;

/** One folded letter for each code unit, so that offsets stay those of the text. */
function folded(text: string): readonly string[] {
  return Array.from({ length: Math.min(text.length, longestText) }, (_, index) => {
    const letter = text[index] ?? '';
    return (letter.normalize('NFD')[0] ?? letter).toLowerCase();
  });
}

function isWordStart(text: string, at: number): boolean {
  const here = text[at] ?? '';
  const before = text[at - 1] ?? '';
  if (!wordPattern.test(here)) return false;
  return !wordPattern.test(before) || (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before));
}

/**
 * How well each word of a query is found in a text, in any order; undefined where one is not. Whole pieces count more
 * than scattered letters, and beginnings more than what stands inside words.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { score: 0, letters: [] };
  const letters = folded(text);
  const found = words.map((word) => wordMatch(folded(word), letters, text));
  if (!found.every((match) => match !== undefined)) return undefined;
  const score = found.reduce((sum, match) => sum + match.score, 0) / found.length;
  return {
    // Among equal matches, the shorter text wins.
    score: score - Math.min(letters.length, 100) / 100,
    letters: [...new Set(found.flatMap((match) => match.letters))].sort((a, b) => a - b),
  };
}

function wordMatch(
  word: readonly string[],
  letters: readonly string[],
  text: string,
): FuzzyMatch | undefined {
  const wanted = word.join('');
  const line = letters.join('');
  let piece: number | undefined;
  for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + 1)) {
    piece ??= at;
    if (isWordStart(text, at)) {
      piece = at;
      break;
    }
  }
  if (piece !== undefined) {
    const at = piece;
    const score = at === 0 ? 100 : isWordStart(text, at) ? 85 : word.length > 1 ? 55 : 25;
    return { score, letters: word.map((_, index) => at + index) };
  }
  return scattered(word, letters, text);
}

/** The letters of a word in their order, with gaps: `nws` in "New workspace". Each begins a word or follows the one before. */
function scattered(
  word: readonly string[],
  letters: readonly string[],
  text: string,
): FuzzyMatch | undefined {
  const dead = new Set<number>();
  const from = (index: number, at: number): readonly number[] | undefined => {
    if (index === word.length) return [];
    const state = index * (longestText + 1) + at;
    if (dead.has(state)) return undefined;
    for (let place = at; place < letters.length; place += 1) {
      const follows = index > 0 && place === at;
      if (letters[place] !== word[index] || !(follows || isWordStart(text, place))) continue;
      const rest = from(index + 1, place + 1);
      if (rest) return [place, ...rest];
    }
    dead.add(state);
    return undefined;
  };
  if (word.length < 2 || word.length > 24) return undefined;
  const places = from(0, 0);
  return places && { score: 40, letters: places };
}

/** The text in pieces, those that matched marked. */
export function markedParts(text: string, letters: readonly number[]): readonly TextPart[] {
  const marked = new Set(letters);
  const parts: { text: string; match: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const match = marked.has(at);
    const last = parts.at(-1);
    if (last && last.match === match) last.text += text[at];
    else parts.push({ text: text[at] ?? '', match });
  }
  return parts;
}
