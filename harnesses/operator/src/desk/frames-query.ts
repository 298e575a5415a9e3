import type { ListedArtifact } from '@loggia/sessions/harness';
import type { Use } from '../language/lexicon.ts';
import type { Act } from './act.ts';
import type { Heard } from './heard.ts';
import { artifactParameter, toolsFor } from './owner-tools.ts';
import { queryShapeOf, type QueryShape } from './query-shape.ts';
import { targetOf, withTarget, type Target } from './target.ts';

const ways: readonly (readonly [Use, RegExp])[] = [
  ['sum', /^(?:sum|total)/u],
  ['average', /^(?:average|avg|mean)/u],
  ['max', /^max/u],
  ['min', /^min/u],
];

/** Where the name of a column ends. */
const boundary =
  /^(?:in|of|by|per|from|im|in|aus|nach|pro|je|von|vom|bei|within|inside|where|with|and|und|for|fuer|as|als|column|columns|spalte|is|are|ist|please|bitte)$/u;
const comparisons: readonly (readonly [RegExp, string])[] = [
  [/^(?:over|above|more|greater|larger|bigger|exceeding|ueber|mehr|groesser|hoeher)$/u, '>'],
  [/^(?:under|below|less|smaller|fewer|lower|unter|weniger|kleiner)$/u, '<'],
];

interface Query {
  readonly given: ReadonlyMap<string, unknown>;
  readonly shows?: 'count' | 'chart';
}

/** Questions about rows, for every artifact whose type has a tool that answers such questions. */
export function query(heard: Heard): Act | undefined {
  const isAsked =
    heard.has('sum', 'average', 'max', 'min', 'filter', 'sort', 'chart', 'row') ||
    (heard.has('where', 'mention') && !heard.has('find')) ||
    heard.says(/\badd up\b/u) ||
    (heard.has('count', 'quantity') &&
      (heard.isQuestion || heard.is(heard.lead, 'list') || heard.is(heard.head, 'count'))) ||
    comparedAt(heard) > 0 ||
    (heard.has('first') && heard.tokens.some(({ kind }) => kind === 'number')) ||
    asksForPlace(heard);
  if (!isAsked || heard.has('rename', 'called', 'card') || isAboutChanges(heard)) return undefined;
  const { desk, tools } = heard.situation;
  const shapeFor = (artifact: ListedArtifact) =>
    toolsFor(desk, artifact, tools)
      .map(queryShapeOf)
      .find((shape) => shape !== undefined);
  const able = heard.artifacts.filter(({ item }) => shapeFor(item) !== undefined);
  const named = targetOf(heard, { among: able });
  const target = named.kind === 'one' || named.kind === 'several' ? named : lastSpokenOf(heard);
  if (target.kind !== 'one' && target.kind !== 'several') return undefined;
  const candidates = target.kind === 'one' ? [target.artifact] : target.artifacts;
  if (!candidates.every((artifact) => shapeFor(artifact) !== undefined)) return undefined;
  const [first] = candidates;
  const shape = first && shapeFor(first);
  // Part of a title may as well be a column of what the question is about.
  const isLoose = target.kind === 'one' && target.score < 0.75 && heard.about.includes(target.artifact);
  const read =
    shape &&
    (readQuery(heard, shape, target.span) ?? (isLoose ? readQuery(heard, shape, nowhere) : undefined));
  if (shape && !read && heard.has('chart')) {
    return withTarget(heard, target, 'open', (artifact) => ({ kind: 'open', artifact }));
  }
  if (!shape || !read) return shape && asksForSum(heard) ? whichColumn(heard, target, shape) : undefined;
  return withTarget(heard, target, 'ask', (artifact) => ({
    kind: 'call',
    tool: shape.tool,
    about: artifact,
    values: new Map([[artifactParameter(shape.tool)?.name ?? 'artifact', artifact.id], ...read.given]),
    ...(read.shows && { shows: read.shows }),
    inOwnWords: true,
  }));
}

/** `what changed most recently` is about versions, not about rows. */
function isAboutChanges(heard: Heard): boolean {
  return heard.has('history') || (heard.has('changed') && !heard.has('row', 'sum', 'average', 'sort'));
}

/** A question that goes on from the one before: `and the average price?` */
function lastSpokenOf(heard: Heard): Target {
  const [only, ...others] = heard.situation.spokenOf;
  if (!only || others.length > 0 || heard.artifacts.length > 0) return { kind: 'nothing' };
  const isFar = heard.kinds.some(({ types }) => !types.some(({ id }) => id === only.type));
  return isFar ? { kind: 'nothing' } : { kind: 'one', artifact: only, span: nowhere, score: 1 };
}

/** `how much is it in total?` says what to do with a column, but not with which. */
function asksForSum(heard: Heard): boolean {
  return heard.has('sum', 'average', 'max', 'min') && !heard.has('think');
}

function whichColumn(heard: Heard, target: Target, { tool, calculate }: QueryShape): Act | undefined {
  const found = ways.find(([use]) => heard.has(use));
  const how = calculate?.ways.find((way) => found?.[1].test(way));
  if (!calculate || how === undefined) return undefined;
  return withTarget(heard, target, 'ask', (artifact) => ({
    kind: 'what',
    question: heard.phrases.whichColumn(artifact.title),
    label: heard.phrases.column,
    next: (column) => ({
      kind: 'call',
      tool,
      about: artifact,
      values: new Map<string, unknown>([
        [artifactParameter(tool)?.name ?? 'artifact', artifact.id],
        [calculate.name, [{ [calculate.column]: column, [calculate.how]: how }]],
      ]),
      inOwnWords: true,
    }),
  }));
}

type Span = { readonly start: number; readonly end: number };
const nowhere: Span = { start: -1, end: -1 };

function readQuery(heard: Heard, shape: QueryShape, span: Span): Query | undefined {
  return (
    (heard.is(heard.lead, 'sort') || (heard.has('first') && groupAt(heard) > 0)
      ? readSort(heard, shape, span)
      : undefined) ??
    readCalculation(heard, shape, span) ??
    readCondition(heard, shape, span) ??
    readSort(heard, shape, span) ??
    readFirst(heard, shape) ??
    readSearch(heard, shape, span) ??
    readCount(heard, shape, span)
  );
}

function readCalculation(heard: Heard, { calculate, groupBy }: QueryShape, span: Span): Query | undefined {
  if (!calculate) return undefined;
  const isAddedUp = heard.says(/\badd up\b/u);
  const isChart = heard.has('chart');
  const found = isAddedUp
    ? ways[0]
    : (ways.find(([use]) => heard.has(use)) ?? (isChart ? ways[0] : undefined));
  if (!found) return undefined;
  const [use, pattern] = found;
  const how = calculate.ways.find((way) => pattern.test(way));
  if (how === undefined) return undefined;
  const said = isAddedUp ? heard.words.findIndex(({ word }) => word === 'up') : heard.at(use);
  const at = said >= 0 ? said : heard.at('chart');
  const group = groupIn(heard, span);
  const by = groupAt(heard);
  const column =
    columnAfter(heard, at + 1, span) ||
    columnBefore(heard, at, span) ||
    (by > 0 ? columnBefore(heard, by, span) : '');
  if (column === '') return undefined;
  const given = new Map<string, unknown>();
  if (groupBy !== undefined && group !== '') given.set(groupBy, group);
  given.set(calculate.name, [{ [calculate.column]: column, [calculate.how]: how }]);
  return { given, ...((isChart || group !== '') && { shows: 'chart' as const }) };
}

/** `by country`, `per category`, `nach Land`. */
function groupIn(heard: Heard, span: Span): string {
  const at = groupAt(heard);
  return at < 0 ? '' : columnAfter(heard, at + 1, span);
}

function groupAt(heard: Heard): number {
  return heard.words.findIndex(({ word }) => /^(?:by|per|nach|pro|je)$/u.test(word));
}

/** The words from there on that name a column: up to a preposition, a mark, or the artifact. */
function columnAfter(heard: Heard, from: number, span: Span): string {
  let start = from;
  const isTaken = (at: number) => at >= span.start && at < span.end;
  const isSkipped = (at: number) =>
    !isTaken(at) &&
    (/^(?:of|the|a|an|all|von|der|die|das|den|dem|vom|column|spalte|wert|value|me|up|please|bitte|:)$/u.test(
      heard.word(at),
    ) ||
      heard.is(at, 'chart', 'max', 'min'));
  while (start < heard.tokens.length && isSkipped(start)) start++;
  let end = start;
  while (end < heard.tokens.length && isColumnWord(heard, end) && !isTaken(end) && !isLast(heard, end)) end++;
  return heard.written(start, end);
}

/** A German verb at the end of its sentence. */
function isLast(heard: Heard, at: number): boolean {
  return at === heard.lead && at > heard.head && heard.word(at).endsWith('en');
}

function columnBefore(heard: Heard, before: number, span: Span): string {
  let start = before;
  const isTaken = (at: number) => at >= span.start && at < span.end;
  while (
    start > 0 &&
    isColumnWord(heard, start - 1) &&
    !isTaken(start - 1) &&
    !heard.is(start - 1, 'filler', 'question', 'open', 'chart', 'sum', 'create')
  )
    start--;
  return heard.written(start, before);
}

function isColumnWord(heard: Heard, at: number): boolean {
  const { kind } = heard.tokens[at] ?? {};
  return (
    (kind === 'word' || kind === 'quoted') &&
    !boundary.test(heard.word(at)) &&
    !heard.is(at, 'descending') &&
    !/^(?:aufsteigend|ascending|first|zuerst|sortier\p{L}*)$/u.test(heard.word(at))
  );
}

/** `where country is Italy`, `with population over 1000`. */
function readCondition(heard: Heard, { where }: QueryShape, span: Span): Query | undefined {
  const at = heard.words.findIndex(
    ({ word }, index) => index > 0 && /^(?:where|wo|with|mit|having|whose|deren)$/u.test(word),
  );
  if (!where) return undefined;
  if (at < 0) return readComparison(heard, where, span);
  const column = columnAfter(heard, at + 1, span);
  const isCounted = comparisons.some(([pattern]) => pattern.test(heard.word(at + 1)));
  if (column === '' && !isCounted) return undefined;
  let place = heard.words.findIndex(
    ({ word }, index) => index > at && /^(?:is|are|=|equals|ist|sind|:|has|hat|gleich)$/u.test(word),
  );
  const compared = heard.words.findIndex(
    ({ word }, index) =>
      index > at && (comparisons.some(([pattern]) => pattern.test(word)) || word === '>' || word === '<'),
  );
  if (compared >= 0) {
    const word = heard.word(compared);
    const sign = comparisons.find(([pattern]) => pattern.test(word))?.[1] ?? word;
    const number = heard.tokens.find(({ kind }, index) => index > compared && kind === 'number');
    const name = columnName(heard, at + 1, compared);
    const after = number ? columnAfter(heard, heard.tokens.indexOf(number) + 1, span) : '';
    const compares = isCounted ? after : name;
    if (!number || compares === '') return undefined;
    return conditionOf(where, compares, `${sign}${number.text}`);
  }
  if (place < 0) return undefined;
  const name = columnName(heard, at + 1, place);
  if (/^(?:equals|=)$/u.test(heard.word(place + 1))) place++;
  let end = heard.tokens.length;
  while (
    end > place + 1 &&
    (heard.tokens[end - 1]?.kind === 'mark' || /^(?:ist|sind)$/u.test(heard.word(end - 1)))
  )
    end--;
  const value = heard.written(place + 1, end);
  return name === '' || value === '' ? undefined : conditionOf(where, name, value);
}

/** `over 500 in amount`, `amount above 500`: a comparison without a word like `where`. */
function readComparison(
  heard: Heard,
  where: NonNullable<QueryShape['where']>,
  span: Span,
): Query | undefined {
  const at = comparedAt(heard);
  const number = heard.tokens.findIndex(({ kind }, index) => index > at && kind === 'number');
  if (at < 0 || number < 0 || number > at + 2) return undefined;
  const sign = comparisons.find(([pattern]) => pattern.test(heard.word(at)))?.[1] ?? heard.word(at);
  const isBehind = /^(?:in|of|im|bei|by)$/u.test(heard.word(number + 1));
  const column = isBehind ? columnAfter(heard, number + 2, span) : columnBefore(heard, at, span);
  return column === '' ? undefined : conditionOf(where, column, `${sign}${heard.tokens[number]?.text ?? ''}`);
}

/** Where a comparison with a number stands; -1 where none does. */
function comparedAt(heard: Heard): number {
  return heard.words.findIndex(
    ({ word }, at) =>
      (comparisons.some(([pattern]) => pattern.test(word)) || word === '>' || word === '<') &&
      [at + 1, at + 2].some((next) => heard.tokens[next]?.kind === 'number'),
  );
}

function columnName(heard: Heard, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && /^(?:the|a|an|der|die|das|einer|eine|einem)$/u.test(heard.word(start))) start++;
  while (end > start && /^(?:is|are|ist|sind)$/u.test(heard.word(end - 1))) end--;
  return heard.written(start, end);
}

function conditionOf(where: NonNullable<QueryShape['where']>, column: string, is: string): Query {
  return { given: new Map([[where.name, [{ [where.column]: column, [where.is]: is }]]]) };
}

/** The newest has the highest date; with other words, `first` says nothing of the direction. */
const newestFirst =
  /\b(?:newest|latest|most recent|neu(?:e?)ste[nrs]?|letzte[nrs]?) (?:ones? |rows? )?(?:first|on top|zuerst|oben|zuoberst)\b/u;

function readSort(heard: Heard, { sort }: QueryShape, span: Span): Query | undefined {
  if (!sort || !heard.has('sort', 'first')) return undefined;
  const column = groupIn(heard, span);
  if (column === '') return undefined;
  const isDown = (heard.has('descending', 'max') || heard.says(newestFirst)) && sort.descending !== undefined;
  return {
    given: new Map([
      [sort.name, [{ [sort.column]: column, ...(isDown && { [sort.descending as string]: true }) }]],
    ]),
  };
}

function readFirst(heard: Heard, { limit }: QueryShape): Query | undefined {
  if (limit === undefined || !heard.has('first')) return undefined;
  const number = heard.tokens.find(({ kind }, at) => kind === 'number' && at > heard.at('first'));
  const count = number ? Number(number.text) : Number.NaN;
  return Number.isInteger(count) && count > 0
    ? { given: new Map([[limit, Math.min(count, 200)]]) }
    : undefined;
}

/** `filter X by Italy`, `rows of X that contain Italy`. */
function readSearch(heard: Heard, { search }: QueryShape, span: Span): Query | undefined {
  if (search === undefined) return undefined;
  const isOnly = heard.says(/^(?:just|only|nur)\b/u) && heard.has('row', 'thing', 'where');
  const isFilter = heard.has('filter') || isOnly;
  const contains = heard.words.findIndex(({ word }) =>
    /^(?:contain|contains|containing|mention|mentions|mentioning|enthaelt|enthalten)$/u.test(word),
  );
  const place = asksForPlace(heard) ? placeAt(heard) : -1;
  if (place > span.start) {
    return { given: new Map([[search, heard.written(place + 1, lastWord(heard) + 1)]]) };
  }
  if (!isFilter && (contains < 0 || !heard.has('row'))) return undefined;
  const marker = heard.words.findLastIndex(({ word }) =>
    /^(?:by|for|nach|on|to|auf|with|mit|from|aus|in)$/u.test(word),
  );
  const from = contains >= 0 ? contains + 1 : marker + 1;
  if (from <= 0) return undefined;
  let end = heard.tokens.length;
  while (end > from && heard.tokens[end - 1]?.kind === 'mark') end--;
  if (span.start >= from) end = Math.min(end, span.start);
  const text = heard.written(from, end).replace(/\s+(?:in|of|from|von|aus)$/u, '');
  return text === '' ? undefined : { given: new Map([[search, text]]) };
}

function readCount(heard: Heard, { limit }: QueryShape, span: Span): Query | undefined {
  const isCount = heard.has('count', 'quantity') || heard.says(/\brows?\b.*\?$/u);
  const isKind = (word: string) => heard.kinds.some(({ at }) => heard.word(at) === word);
  const isWhole = heard.loose(span).every(isKind) && !heard.has('sum', 'column');
  if (!isCount || !(heard.has('row') || isWhole)) return undefined;
  return { given: new Map(limit === undefined ? [] : [[limit, 1]]), shows: 'count' };
}

/** `which cities are in Italy`, `only show cities from Spain`: what is looked for stands last, behind a preposition. */
function asksForPlace(heard: Heard): boolean {
  const [best] = heard.artifacts;
  const isFirst = best !== undefined && best.score >= 0.75 && best.start === heard.head;
  const asks =
    heard.isQuestion ||
    isFirst ||
    heard.is(heard.lead, 'open', 'list') ||
    heard.says(/^(?:only|just|nur)\b/u);
  const isNamed = best === undefined ? heard.about.length > 0 : best.score >= 0.75;
  return asks && isNamed && placeAt(heard) > 0;
}

function placeAt(heard: Heard): number {
  const last = lastWord(heard);
  let at = last;
  while (at > 0 && heard.words[at]?.uses.size === 0) at--;
  const isNamed = heard.artifacts.some(({ start, end }) => start <= last && last < end);
  return at < last && !isNamed && /^(?:in|from|aus|von|near|bei)$/u.test(heard.word(at)) ? at : -1;
}

function lastWord(heard: Heard): number {
  return heard.tokens.findLastIndex(({ kind }) => kind !== 'mark');
}
