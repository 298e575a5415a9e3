import type { HarnessTool } from '@loggia/sessions/harness';
import MiniSearch from 'minisearch';
import { bareName, prefixOf } from '../language/tool-names.ts';
import { synonymsOf } from '../language/synonyms.ts';
import { byName, contentStemsOf, stemsOf, wordsOf } from '../language/words.ts';
import { longestSentence, tokenise } from '../language/sentence.ts';
import { readArguments } from '../reading/read-arguments.ts';
import { parametersOf } from '../schema/parameters.ts';
import { hintsIn } from './hints.ts';

export interface Ranked {
  readonly tool: HarnessTool;
  /** Means something only beside the others of the same ranking. */
  readonly score: number;
  /** How much of what the user wrote the tool accounts for, from 0 to 1. */
  readonly coverage: number;
  /** Whether a word of its name or title was said, perhaps by another word for it, or several of its description. */
  readonly isMeant: boolean;
  /** Whether only other words for what was said lead to it, and it would change something with whatever is left over. */
  readonly isFarFetched: boolean;
}

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: string;
  readonly server: string;
}

const fields = ['name', 'title', 'description', 'parameters', 'server'];
const boosts = { name: 5, title: 3, description: 1, parameters: 1, server: 0.5 };
const longestDescription = 600;
/** Arguments that come later do not help to choose. */
const longestRead = 500;
/** How many of the best are looked at for what the sentence has for them. */
const mostRead = 12;
const mostLabels = 20;
const synonymWeight = 0.5;
const calledByNameBonus = 2;
/** For each argument that the sentence holds, up to three. */
const argumentBonus = 0.3;
const deprecatedPenalty = 0.5;
/** A word that nothing explains weighs less where the tool takes text: it may be meant for that. */
const strayWeight = 0.25;

/** Those that have anything to do with the sentence, best first. The same sentence and tools give the same ranking. */
export function rank(sentence: string, tools: readonly HarnessTool[]): readonly Ranked[] {
  const text = sentence.slice(0, longestSentence);
  const said = contentStemsOf(wordsIn(text));
  const hints = hintsIn(text).filter((hint) => !said.includes(hint));
  const alternatives = new Set([...hints, ...said.flatMap((stem) => [...synonymsOf(stem)])]);
  for (const stem of said) alternatives.delete(stem);
  const query = [...said, ...alternatives].join(' ');
  if (query === '') return [];
  const found = indexOf(tools).search(query, {
    boost: boosts,
    boostTerm: (term) => (alternatives.has(term) ? synonymWeight : 1),
    // Short words are each other's typos too easily.
    fuzzy: (term) => (alternatives.has(term) || term.length < 5 ? false : 0.2),
    prefix: (term) => !alternatives.has(term) && term.length >= 4,
    weights: { fuzzy: 0.4, prefix: 0.3 },
  });
  const ranked = found.flatMap(({ id, score, match, queryTerms }, place) => {
    const tool = tools[id as number];
    if (!tool) return [];
    const evidence = place < mostRead ? evidenceFor(tool, text) : { bonus: 1, isLeftover: false };
    const judged = judge(tool, score * evidence.bonus, match, new Set(queryTerms), said, text);
    const isFarFetched = judged.isFarFetched && evidence.isLeftover;
    return [{ ...judged, isFarFetched }];
  });
  return ranked.toSorted((one, other) => other.score - one.score || byName(one.tool, other.tool));
}

function judge(
  tool: HarnessTool,
  score: number,
  match: Readonly<Record<string, readonly string[]>>,
  heard: ReadonlySet<string>,
  said: readonly string[],
  text: string,
): Ranked {
  const named = new Set(
    Object.entries(match).flatMap(([stem, where]) => (where.includes('name') ? [stem] : [])),
  );
  const isNamed = Object.values(match).some((where) => where.includes('name') || where.includes('title'));
  const describedBy = Object.values(match).filter((where) =>
    where.some((field) => field !== 'server'),
  ).length;
  const nameStems = nameStemsOf(tool);
  const precision = nameStems.filter((stem) => named.has(stem)).length / Math.max(1, nameStems.length);
  const explained = said.filter(
    (stem) => heard.has(stem) || [...synonymsOf(stem)].some((one) => heard.has(one)),
  );
  const strays = (said.length - explained.length) * (takesText(tool) ? strayWeight : 1);
  return {
    tool,
    score:
      score *
      (0.4 + 0.6 * precision) *
      (isCalledByName(tool, text) ? calledByNameBonus : 1) *
      (isDeprecated(tool) ? deprecatedPenalty : 1),
    coverage: explained.length / Math.max(1, explained.length + strays),
    isMeant: isNamed || describedBy > 1,
    isFarFetched: tool.readOnly !== true && !said.some((stem) => heard.has(stem)),
  };
}

/** How many arguments the sentence plainly has for the tool; each of several in a list counts. */
function evidenceFor(
  tool: HarnessTool,
  text: string,
): { readonly bonus: number; readonly isLeftover: boolean } {
  const { values, leftovers } = readArguments(tool, { text: text.slice(0, longestRead) });
  const recognized = [...values].filter(([name]) => !leftovers.has(name));
  const count = recognized.reduce((sum, [, value]) => sum + (Array.isArray(value) ? value.length : 1), 0);
  return { bonus: 1 + argumentBonus * Math.min(3, count), isLeftover: count === 0 && leftovers.size > 0 };
}

/** Keeps the plain words only: quoted text and addresses are for arguments. */
function wordsIn(text: string): string {
  return tokenise(text)
    .flatMap(({ kind, text: own }) => (kind === 'word' ? [own] : []))
    .join(' ');
}

function indexOf(tools: readonly HarnessTool[]): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    fields,
    tokenize: (text) => text.split(' ').filter((stem) => stem !== ''),
    processTerm: (term) => term,
  });
  index.addAll(
    tools.map((tool, id) => ({
      id,
      name: nameStemsOf(tool).join(' '),
      title: contentStemsOf((tool.title ?? '').slice(0, longestDescription)).join(' '),
      description: contentStemsOf((tool.description ?? '').slice(0, longestDescription)).join(' '),
      parameters: contentStemsOf(
        parametersOf(tool.inputSchema)
          .map(({ name, description, choices }) => {
            const labels = choices.slice(0, mostLabels).map(({ label }) => label);
            return [name, description.slice(0, 120), ...labels].join(' ');
          })
          .join(' '),
      ).join(' '),
      server: contentStemsOf(tool.server ?? prefixOf(tool.name) ?? '').join(' '),
    })),
  );
  return index;
}

/** All of them where none says anything. */
function nameStemsOf({ name }: HarnessTool): readonly string[] {
  const own = bareName(name);
  const telling = contentStemsOf(own);
  return telling.length > 0 ? telling : stemsOf(own);
}

function takesText({ inputSchema }: HarnessTool): boolean {
  return parametersOf(inputSchema).some(({ kind }) => kind === 'text' || kind === 'texts');
}

/** A name of several words anywhere, of one word at the beginning. */
function isCalledByName({ name }: HarnessTool, text: string): boolean {
  const own = wordsOf(bareName(name)).join(' ');
  if (own === '') return false;
  const said = ` ${wordsOf(text).join(' ')} `.replace(/^ (?:please|can you|could you|use|run|call) /u, ' ');
  return own.includes(' ') ? said.includes(` ${own} `) : said.startsWith(` ${own} `);
}

function isDeprecated({ title = '', description = '' }: HarnessTool): boolean {
  return /\bdeprecated\b/iu.test(`${title} ${description.slice(0, longestDescription)}`);
}
