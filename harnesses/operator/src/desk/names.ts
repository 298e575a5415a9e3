import type { Token } from '../language/sentence.ts';
import { foldedWords, isKnown, isUsedAs, kindWord, usesFor } from '../language/lexicon.ts';
import { isSlip } from '../language/spelling.ts';

/** Where something is named, and how well: 1 is every word of its title. `end` is the first token that isn't part of it. */
export interface Mention<Item> {
  readonly item: Item;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

const leastScore = 0.5;
const slipPenalty = 0.92;
const partPenalty = 0.7;
/** The score of a word that only one title has: `portugal` names `Portugal trip 2027`. */
const tellingScore = 0.62;
const leastTelling = 4;
/** Titles that were named equally well are told apart by the user. */
const tie = 0.04;

/** All that a sentence names, the best first. */
export function mentionsOf<Item extends { readonly title: string }>(
  tokens: readonly Token[],
  items: readonly Item[],
): readonly Mention<Item>[] {
  const words = tokens.map((token) => foldedWords(token.text));
  const titles = items.map((item) => foldedWords(item.title));
  return items
    .flatMap((item, index) => {
      const title = titles[index] ?? [];
      const isTelling = (word: string) =>
        word.length >= leastTelling &&
        weightOf(word) === 1 &&
        usesFor(word).size === 0 &&
        kindWord(word).words.length === 1 &&
        titles.filter((other) => other.includes(word)).length === 1;
      const best = bestSpan(tokens, words, title, isTelling);
      return best ? [{ item, ...best }] : [];
    })
    .toSorted((one, other) => other.score - one.score || one.start - other.start);
}

/** The best, and whatever is as good in the same place. */
export function bestOf<Item>(mentions: readonly Mention<Item>[]): readonly Mention<Item>[] {
  const [best] = mentions;
  if (!best) return [];
  return mentions.filter(
    (one) => one.score >= best.score - tie && one.start < best.end && best.start < one.end,
  );
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

function bestSpan(
  tokens: readonly Token[],
  words: readonly (readonly string[])[],
  title: readonly string[],
  isTelling: (word: string) => boolean,
): Found | undefined {
  const total = title.reduce((sum, word) => sum + weightOf(word), 0);
  if (total === 0) return undefined;
  let best: Found | undefined;
  for (let start = 0; start < tokens.length; start++) {
    const found =
      tokens[start]?.kind === 'quoted'
        ? quotedAt(words[start] ?? [], title, start)
        : spanAt(tokens, words, title, start, total, isTelling);
    if (found && found.score >= leastScore && (!best || found.score > best.score)) best = found;
  }
  return best;
}

/** A quoted phrase has to match nearly the whole title. */
function quotedAt(quoted: readonly string[], title: readonly string[], start: number): Found | undefined {
  if (quoted.length === 0 || Math.abs(quoted.length - title.length) > 1) return undefined;
  const matched = quoted.filter((word) => title.some((own) => likeness(word, own) > 0)).length;
  const score = matched / Math.max(quoted.length, title.length);
  return score >= 0.75 ? { start, end: start + 1, score } : undefined;
}

/** Words that may stand between the words of a title: `minutes of the meeting`. */
const joining: ReadonlySet<string> = new Set(
  'the of a an my our and der die das des den dem von vom und mein meine'.split(' '),
);

/** From a word of the title on, as long as more of its words follow; articles and the like may stand between. */
function spanAt(
  tokens: readonly Token[],
  words: readonly (readonly string[])[],
  title: readonly string[],
  start: number,
  total: number,
  isTelling: (word: string) => boolean,
): Found | undefined {
  const left = [...title];
  let score = 0;
  let least = 0;
  let end = start;
  for (let at = start; at < tokens.length; at++) {
    const own = words[at] ?? [];
    const isPart = tokens[at]?.kind !== 'quoted' && own.length > 0;
    const matches = isPart ? own.map((word) => matchIn(left, word)) : [];
    if (!isPart || matches.some((match) => match === undefined)) {
      // A title begins with one of its own words.
      if (at > start && isPart && own.every((word) => joining.has(word)) && at + 1 < tokens.length) continue;
      break;
    }
    for (const match of matches) {
      if (!match) continue;
      left.splice(left.indexOf(match.own), 1);
      score += weightOf(match.own) * match.likeness;
      if (isTelling(match.own)) least = Math.max(least, tellingScore * match.likeness);
    }
    end = at + 1;
  }
  if (end === start) return undefined;
  const said = words.slice(start, end).flat();
  const whole = score / total;
  const isTold = said.some((word) => weightOf(word) >= 0.6);
  // A title of nothing but little words has to be there as a whole, as in `my to do board`.
  if (!isTold && !(whole > 0.99 && said.length === title.length && isPointedAt(words, start, end)))
    return undefined;
  // Words that mean something else by themselves name nothing unless most of the title is there.
  const isOwn = said.some((word) => !isKnown(word) && kindWord(word).words.length === 1);
  return isOwn || whole >= leastOfKnown ? { start, end, score: Math.max(whole, least) } : undefined;
}

const leastOfKnown = 0.52;

function isPointedAt(words: readonly (readonly string[])[], start: number, end: number): boolean {
  const isKind = kindWord(words[end]?.[0] ?? '').words.length > 1;
  return isKind || /^(?:my|our|mein|meine|meiner|meinem|unser|unsere)$/u.test(words[start - 1]?.[0] ?? '');
}

function matchIn(
  left: readonly string[],
  word: string,
): { readonly own: string; readonly likeness: number } | undefined {
  let best: { own: string; likeness: number } | undefined;
  for (const own of left) {
    const like = likeness(word, own);
    if (like > 0 && like > (best?.likeness ?? 0)) best = { own, likeness: like };
  }
  return best;
}

function likeness(word: string, own: string): number {
  if (word === own) return 1;
  if (singular(word) === singular(own)) return 0.98;
  if (isSlip(word, own)) return slipPenalty;
  const part = compound.exec(word)?.[1] ?? word;
  const isIn = own.startsWith(part) || (own.endsWith(part) && own.length - part.length >= 4);
  const isOther = usesFor(word).size > 0 || kindWord(word).words.length > 1;
  const isPart = part.length >= leastPart && isIn && (part !== word || !isOther);
  return isPart ? partPenalty : 0;
}

const leastPart = 5;
/** German puts what a thing is behind what it is called: `Kundentabelle`. */
const compound = /^(.{4,}?)s?-?(?:tabelle|liste|board|brett|dokument|notiz|bild|foto|datei|server)$/u;

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Words that only hold a title together count for little, and so do numbers. */
function weightOf(word: string): number {
  if (/^\p{N}+$/u.test(word)) return 0.6;
  return isUsedAs(word, 'filler') ? 0.2 : 1;
}
