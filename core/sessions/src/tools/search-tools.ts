import type { HarnessTool } from '../harness.ts';

/** The parts of a tool that a search looks at. */
type Searchable = Pick<HarnessTool, 'name' | 'title' | 'description' | 'server' | 'inputSchema'>;

const weights = { name: 4, title: 3, server: 2, parameters: 1.5, description: 1 } as const;
type Field = keyof typeof weights;

/** The usual constants of BM25: how soon repetition stops counting, and how much length counts against a text. */
const saturation = 1.2;
const lengthPenalty = 0.75;
/** A word of the query that only begins a word of the tool. */
const prefixShare = 0.5;
const shortestPrefix = 4;
/** Servers write the texts, so their length is bounded here. */
const longestText = 4_000;
const mostWords = 40;

/** Too common in queries to say anything. */
const fillers = new Set(
  'a an and the of to in on for from with by or is are be it this that my me i all any some'.split(' '),
);

/**
 * The tools that match any word of the query, the best match first (BM25 over weighted fields). The order depends on
 * nothing but the tools and the query; equal matches are ordered by name.
 */
export function searchTools<Tool extends Searchable>(tools: readonly Tool[], query: string): readonly Tool[] {
  const asked = [...new Set(wordsIn(query.slice(0, longestText)))].filter((word) => !fillers.has(word));
  const words = asked.slice(0, mostWords);
  const texts = tools.map(textOf);
  const averages = averageLengths(texts);
  const rarity = new Map(words.map((word) => [word, rarityOf(word, texts)]));
  const named = query.trim().toLowerCase();
  const scored = tools.map((tool, index) => {
    const text = texts[index];
    const score = words.reduce(
      (sum, word) => sum + (rarity.get(word) ?? 0) * (text ? frequency(word, text, averages) : 0),
      0,
    );
    return { tool, score: tool.name.toLowerCase() === named ? Infinity : score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => compare(other.score, one.score) || compare(one.tool.name, other.tool.name))
    .map(({ tool }) => tool);
}

type Words = Readonly<Record<Field, readonly string[]>>;

function textOf({ name, title = '', description = '', server = '', inputSchema }: Searchable): Words {
  const properties = inputSchema?.['properties'];
  const parameters = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return {
    name: wordsIn(name),
    title: wordsIn(title.slice(0, longestText)),
    server: wordsIn(server.slice(0, longestText)),
    parameters: wordsIn(parameters.slice(0, 100).join(' ').slice(0, longestText)),
    description: wordsIn(description.slice(0, longestText)),
  };
}

/** Words without case, accents, plural and the seams of names such as `listOpen_issues`. */
function wordsIn(text: string): string[] {
  const split = text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  return (split.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
    unspaced.test(word) ? pairsIn(word) : [stem(word)],
  );
}

/** Scripts that put no space between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function pairsIn(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function averageLengths(texts: readonly Words[]): Record<Field, number> {
  const average = (field: Field) =>
    texts.reduce((sum, text) => sum + text[field].length, 0) / Math.max(1, texts.length);
  return Object.fromEntries(fields.map((field) => [field, average(field)])) as Record<Field, number>;
}

const fields = Object.keys(weights) as readonly Field[];

function rarityOf(word: string, texts: readonly Words[]): number {
  const holding = texts.filter((text) => fields.some((field) => matchesIn(text[field], word) > 0)).length;
  return Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
}

function frequency(word: string, text: Words, averages: Readonly<Record<Field, number>>): number {
  const weighted = fields.reduce((sum, field) => {
    const length = 1 - lengthPenalty + (lengthPenalty * text[field].length) / (averages[field] || 1);
    return sum + (weights[field] * matchesIn(text[field], word)) / (length || 1);
  }, 0);
  return weighted / (saturation + weighted);
}

function matchesIn(words: readonly string[], word: string): number {
  let matches = 0;
  for (const one of words) {
    if (one === word) matches += 1;
    else if (word.length >= shortestPrefix && one.startsWith(word)) matches += prefixShare;
  }
  return matches;
}

function compare<Value extends number | string>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
