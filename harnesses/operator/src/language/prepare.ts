import { doing, isUsedAs, type Use } from './lexicon.ts';
import { tokenise, type Token } from './sentence.ts';
import { folded } from './spelling.ts';

/**
 * The letters of the languages that are understood. Character classes such as `\p{L}` take milliseconds to compile where case
 * doesn't matter, and there are many patterns here.
 */
const letter = 'a-zA-Z\\u00c0-\\u024f';

/** How people shorten words when they write as they speak. */
const spoken: readonly (readonly [RegExp, string])[] = (
  [
    ['gimme', 'give me'],
    ['lemme', 'let me'],
    ['wanna', 'want to'],
    ['gonna', 'going to'],
    ['gotta', 'have to'],
    ["(what|where|who|how|that|there|here)['’]?s", '$1 is'],
    ["(what|where|who)['’]?re", '$1 are'],
    ["let['’]?s", 'let us'],
    ["i['’]d", 'i would'],
    ["i['’]ll", 'i will'],
    ["i['’]m", 'i am'],
    ["i['’]ve", 'i have'],
    ["(do|does|did|have|has|is|are|was|wo|would|should|ca)n['’]?t", '$1 not'],
    ['cannot', 'can not'],
    ["['’]?em", 'them'],
    ["gibt['’]?s", 'gibt es'],
    ["geht['’]?s", 'geht es'],
    ['ham (wir|ma)', 'haben $1'],
    ['kannste', 'kannst du'],
    ["(hab|mach|zeig|öffne|lösch|nenn|benenn|find|such)['’]s", '$1 es'],
    ["['’]?ne", 'eine'],
    ["['’]?nen", 'einen'],
    ['ma', 'mal'],
    ['aufs', 'auf das'],
    ['plz|pls|pls\\.', 'please'],
    ['u', 'you'],
    ['wieviel(e?)', 'wie viel$1'],
  ] as const
).map(([pattern, meant]) => [
  new RegExp(`(?<![${letter}\\d'’])(?:${pattern})(?![${letter}\\d'’])`, 'gi'),
  meant,
]);

const requests =
  '(?:can|could|would|will) (?:you|we|i)(?: (?:please|maybe|perhaps|just|kindly|quickly))*(?: mind)?|(?:i would|i|we) (?:like|love|want|need) (?:you )?to|i am going to|let us|let me|please|kindly|(?:kannst|könntest|koenntest|würdest|wuerdest|magst) du(?: (?:mir|uns|mich|bitte|mal|schnell|kurz))*|(?:können|könnten|koennen|koennten|würden) (?:sie|wir)(?: (?:mir|uns|bitte|mal))*|bitte|mal';
const openings =
  'ok(?:ay)?|hey|hi|hello|hallo|so|well|yes|yeah|yep|ja|jo|nun|also|and|then|und|dann|now|jetzt|alright|actually|(?:nee|nein|no|nope)(?=,)|ach|oh|oops|sorry|no i meant|i meant|i mean|nein ich meinte|ich meinte|ich meine';
const closings =
  'please|bitte|thanks|thank you|danke|for me|for us|für mich|für uns|real quick|quickly|right now|would you|will you|from now on|ab jetzt';

const opening = new RegExp(`^(?:(?:${openings})(?![${letter}])[\\s,!:.]*)`, 'i');
const request = new RegExp(`^(?:(?:${requests})(?![${letter}])[\\s,]*)`, 'i');
/** The words after one of these are a title, even if they look like a closing. */
const naming = '(?<!(?:called|named|titled|title|name|namens|to|into|as|in|zu|heißt)[:]?)';
const closing = new RegExp(`${naming}(?:[\\s,]+(?:${closings})(?![${letter}]))[\\s.!?]*$`, 'i');

/**
 * A sentence without what only makes it polite or spoken: contractions written out, openings and closings left out. A
 * request in the form of a question (`could you …?`) is one no longer.
 */
export function prepared(text: string): string {
  const plain = outsideQuotes(text.trim().replaceAll(/\s+/gu, ' '), (part) =>
    spoken.reduce((soFar, [pattern, meant]) => soFar.replaceAll(pattern, meant), part),
  );
  let rest = plain;
  let isRequest = false;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = shortened(rest, opening);
    const asked = shortened(rest, request);
    if (asked !== rest) isRequest = true;
    rest = asked;
  }
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = shortened(rest, closing);
  }
  return isRequest ? rest.replace(/[\s?]+$/u, '') : rest;
}

/** Nothing is stripped that leaves nothing. */
function shortened(text: string, pattern: RegExp): string {
  const rest = text.replace(pattern, '').trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

function outsideQuotes(text: string, change: (part: string) => string): string {
  return text
    .split(/("[^"]*"|“[^”]*”|„[^“”"]*[“”"]|`[^`]*`)/u)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');
}

/** Verbs that change something. */
const writing: readonly Use[] = doing.filter(
  (use) => !['open', 'list', 'find', 'read', 'filter', 'sort', 'chart', 'connect'].includes(use),
);
/** In front of their verb, and wherever they stand. */
const before: ReadonlySet<string> = new Set(['not', 'never']);
const anywhere: ReadonlySet<string> = new Set('nicht niemals nichts kein keine keinen nie'.split(' '));
/** `no longer` and `nicht mehr` deny a need, not a deed. */
const denied = /\b(?:no longer|not .*\b(?:any ?more|anymore|needed|necessary)|nicht mehr|nimmer)\b/u;

/** The rest of a sentence once its negated clauses are dropped. */
export type Wanted =
  | { readonly kind: 'said'; readonly text: string }
  /** Something is not to be done, and nothing else is asked for. */
  | { readonly kind: 'nothing' };

/**
 * Drops the negated clauses: `not the board, the table` and `don't delete it, rename it` ask for what comes second. A
 * negation reaches as far as its clause.
 */
export function wantedIn(text: string): Wanted {
  const tokens = tokenise(text);
  if (asking.test(clauseWords(tokens).join(' '))) return { kind: 'said', text };
  const clauses = clausesIn(text, tokens);
  const kept = clauses.filter((clause) => !isNegated(clause.words));
  if (kept.length === clauses.length) return { kind: 'said', text };
  const forbids = clauses.some(({ words }) => isNegated(words) && words.some(changes));
  const asks = kept.some(({ words }) => words.some(isDone));
  if (kept.length === 0 || (forbids && !asks)) return { kind: 'nothing' };
  return { kind: 'said', text: kept.map((one) => one.text).join(', ') };
}

const asking = /^(?:what|which|who|where|how|why|was|welche\p{L}*|wer|wo|wie|warum)\b/u;
const showing = /^(?:show|list|zeig|liste)/u;

function changes(word: string): boolean {
  return writing.some((use) => isUsedAs(word, use));
}

function isDone(word: string): boolean {
  return doing.some((use) => isUsedAs(word, use));
}

/** Whether it says that something is not to be done, or not to be taken. */
function isNegated(words: readonly string[]): boolean {
  const at = words.findIndex((word) => before.has(word) || anywhere.has(word));
  if (at < 0 || denied.test(words.join(' '))) return false;
  if (words.slice(0, at).some((word) => showing.test(word))) return false;
  const [first = '', second = ''] = words;
  const isForbidden = before.has(first) || anywhere.has(first) || (first === 'do' && second === 'not');
  const reached = anywhere.has(words[at] ?? '') ? words : words.slice(at);
  return isForbidden || reached.some(changes);
}

/** `delete the board not the table` says what to delete before it says what not to; `delete not the table` doesn't. */
const leastClause = 3;

interface Clause {
  readonly text: string;
  readonly words: readonly string[];
}

const breaks: ReadonlySet<string> = new Set([
  ',',
  ';',
  '.',
  '!',
  '–',
  'but',
  'sondern',
  'aber',
  'rather',
  'instead',
]);

function clausesIn(text: string, tokens: readonly Token[]): readonly Clause[] {
  const clauses: Token[][] = [[]];
  tokens.forEach((token, at) => {
    const word = folded(token.text);
    const isBreak = token.kind !== 'quoted' && (breaks.has(token.text) || breaks.has(word));
    // `delete the board not the table`: what is denied behind is a clause of its own.
    const denies = token.kind === 'word' && (word === 'not' || word === 'nicht') && isArticle(tokens[at + 1]);
    if (isBreak || (denies && (clauses.at(-1)?.length ?? 0) >= leastClause)) clauses.push([]);
    if (!isBreak) clauses.at(-1)?.push(token);
  });
  return clauses.flatMap((own) => {
    const [first] = own;
    const last = own.at(-1);
    return first && last ? [{ text: text.slice(first.start, last.end), words: clauseWords(own) }] : [];
  });
}

function isArticle(token: Token | undefined): boolean {
  return /^(?:the|der|die|das|den|dem|this|that)$/iu.test(token?.text ?? '');
}

function clauseWords(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(({ kind, text }) => (kind === 'word' ? [folded(text)] : []));
}
