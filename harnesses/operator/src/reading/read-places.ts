import { isStopWord } from '../language/words.ts';
import type { TokenKind } from '../language/sentence.ts';
import type { Parameter } from '../schema/parameters.ts';
import type { Draft, Span } from './draft.ts';

/** The purpose of a text parameter, as far as its name tells. */
type Role = 'url' | 'email' | 'date' | 'pattern' | 'path' | 'place' | 'free';

const roles: readonly (readonly [Role, RegExp])[] = [
  ['url', /^(?:url|uri|href|link|website)$/u],
  ['email', /^(?:e?mail|recipient)$/u],
  ['date', /^(?:date|day|when|deadline|since|until)$/u],
  ['pattern', /^(?:pattern|glob|mask)$/u],
  ['path', /^(?:paths?|files?|filename|filepath|director(?:y|ies)|dir|folders?|root|source|destination)$/u],
  ['place', /^(?:city|place|location|country|region|where|town|address)$/u],
];

const formats: Readonly<Record<string, Role>> = {
  uri: 'url',
  url: 'url',
  email: 'email',
  date: 'date',
  'date-time': 'date',
};

const targets: ReadonlySet<string> = new Set(['to', 'target', 'destination', 'dest', 'into']);
const origins: ReadonlySet<string> = new Set(['from', 'source', 'src', 'origin']);
const towards: ReadonlySet<string> = new Set(['to', 'into', 'as']);
const inside: ReadonlySet<string> = new Set('in of from under inside within at for near on'.split(' '));
const containers: ReadonlySet<string> = new Set([
  'folder',
  'directory',
  'dir',
  'file',
  'city',
  'called',
  'named',
]);
const articles: ReadonlySet<string> = new Set(['the', 'my', 'a', 'an', 'our', 'your']);

export function roleOf({ format, words }: Parameter): Role {
  const known = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known) return known;
  return roles.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0] ?? 'free';
}

/** `from X to Y`: also for choices, such as units. */
export function readDirections(draft: Draft): void {
  const isText = ({ kind }: Parameter) => kind === 'text' || kind === 'choice';
  const [target] = draft.open(
    (parameter) => isText(parameter) && parameter.words.some((word) => targets.has(word)),
  );
  const [origin] = draft.open(
    (parameter) => isText(parameter) && parameter.words.some((word) => origins.has(word)),
  );
  const from = draft.tokens.findIndex((_, at) => at > 0 && draft.word(at) === 'from' && draft.isFree(at));
  const to = draft.tokens.findLastIndex((_, at) => at > 0 && towards.has(draft.word(at)) && draft.isFree(at));
  if (target && to > 0) {
    const span = phraseAt(draft, to + 1);
    if (span && draft.offer(target, span, 'perhaps')) draft.take({ start: to, end: to + 1 });
  }
  if (!origin) return;
  const span = from > 0 ? phraseAt(draft, from + 1) : undefined;
  if (span && draft.offer(origin, span, 'perhaps')) return draft.take({ start: from, end: from + 1 });
  if (target && to > 1) readBefore(draft, origin, to);
}

/** In `move a.txt to b.txt` and `5 km to miles`, what stands before `to` is where it comes from. */
function readBefore(draft: Draft, origin: Parameter, to: number): void {
  const token = draft.tokens[to - 1];
  if (!token || token.kind === 'number' || token.kind === 'mark' || to - 1 === 0) return;
  if (!draft.isFree(to - 1) || isStopWord(draft.word(to - 1))) return;
  draft.offer(origin, { start: to - 1, end: to }, 'perhaps');
}

/** Paths, addresses and dates, by what they look like. */
export function readPlaces(draft: Draft): void {
  const looks: Readonly<Partial<Record<Role, TokenKind>>> = { url: 'url', email: 'email', date: 'date' };
  for (const parameter of draft.open(({ kind }) => kind === 'text' || kind === 'texts')) {
    const role = roleOf(parameter);
    const look = looks[role];
    if (look) readFirst(draft, parameter, (at) => draft.tokens[at]?.kind === look);
    if (role === 'pattern') readFirst(draft, parameter, (at) => draft.word(at).includes('*'));
    if (role === 'path') readPath(draft, parameter);
    if (role === 'place') readInside(draft, parameter);
  }
}

function readFirst(draft: Draft, parameter: Parameter, fits: (at: number) => boolean): boolean {
  const places = draft.tokens.flatMap((_, at) => (draft.isFree(at) && fits(at) ? [at] : []));
  if (parameter.kind === 'texts') {
    if (places.length === 0) return false;
    draft.values.set(
      parameter.name,
      places.map((at) => draft.tokens[at]?.text ?? ''),
    );
    for (const at of places) draft.take({ start: at, end: at + 1 });
    return true;
  }
  const [start] = places;
  return start !== undefined && draft.offer(parameter, { start, end: start + 1 }, 'perhaps');
}

function readPath(draft: Draft, parameter: Parameter): void {
  const isPath = (at: number) => draft.tokens[at]?.kind === 'path' && !draft.word(at).includes('*');
  // Something in quotes beside a word for a folder is a path as well.
  const isQuotedPath = (at: number) => draft.tokens[at]?.kind === 'quoted' && /[/\\.]/u.test(draft.word(at));
  if (readFirst(draft, parameter, isPath) || readFirst(draft, parameter, isQuotedPath)) return;
  if (parameter.required && parameter.kind === 'text') readInside(draft, parameter);
}

/** `in the notes folder`, `in Paris`. */
function readInside(draft: Draft, parameter: Parameter): void {
  for (let at = draft.tokens.length - 2; at > 0; at--) {
    if (!draft.isFree(at) || !(inside.has(draft.word(at)) || containers.has(draft.word(at)))) continue;
    const span = phraseAt(draft, at + 1);
    if (!span || !draft.offer(parameter, span, 'perhaps')) continue;
    draft.take({ start: at, end: span.end + (containers.has(draft.word(span.end)) ? 1 : 0) });
    return;
  }
}

/** The span named at that place: one token such as a path, or the words up to the next that leads elsewhere. */
function phraseAt(draft: Draft, from: number): Span | undefined {
  let start = from;
  while (articles.has(draft.word(start)) || containers.has(draft.word(start))) start++;
  const first = draft.tokens[start];
  if (!first || !draft.isFree(start) || first.kind === 'mark' || first.kind === 'number') return undefined;
  if (first.kind !== 'word') return { start, end: start + 1 };
  if (isStopWord(draft.word(start))) return undefined;
  let end = start + 1;
  while (draft.isFree(end) && draft.tokens[end]?.kind === 'word' && !leadsOn(draft.word(end))) end++;
  return { start, end };
}

function leadsOn(word: string): boolean {
  return inside.has(word) || towards.has(word) || containers.has(word) || isStopWord(word);
}
