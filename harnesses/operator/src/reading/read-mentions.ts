import { isStopWord, stemOf, stemsOf } from '../language/words.ts';
import { isNumeric, parseJson } from '../schema/coerce.ts';
import type { Parameter } from '../schema/parameters.ts';
import type { Draft, Span } from './draft.ts';

const fillers: ReadonlySet<string> = new Set(['is', 'of', 'to', 'as', 'at', 'be', 'named', 'called']);
const breaks: ReadonlySet<string> = new Set(
  'in on at to from into with and for of by then using without under inside'.split(' '),
);

/** `key=value`, `key: value`, and `key value` where the key is a word that means something. */
export function readMentions(draft: Draft): void {
  for (const parameter of draft.open(() => true)) {
    for (const phrase of phrasesOf(parameter)) {
      if (readAssignment(draft, parameter, phrase) || readBareMention(draft, parameter, phrase)) break;
    }
  }
}

/** Where a value for this parameter is assigned by `=` or `:`. */
function findAssignment(draft: Draft, phrase: readonly string[]): { key: Span; value: number } | undefined {
  for (let key = draft.find(phrase); key; key = draft.find(phrase, key.start + 1)) {
    const mark = draft.word(key.end);
    if (mark !== '=' && mark !== ':') continue;
    return { key, value: key.end + (mark === ':' && draft.word(key.end + 1) === '=' ? 2 : 1) };
  }
  return undefined;
}

function phrasesOf({ words, title }: Parameter): readonly (readonly string[])[] {
  const phrases = [words.map(stemOf), stemsOf(title ?? '')].filter((phrase) => phrase.length > 0);
  return phrases[1]?.join(' ') === phrases[0]?.join(' ') ? phrases.slice(0, 1) : phrases;
}

function readAssignment(draft: Draft, parameter: Parameter, phrase: readonly string[]): boolean {
  const found = findAssignment(draft, phrase);
  if (!found || !draft.isFree(found.value)) return false;
  const { key, value: start } = found;
  draft.take({ start: key.start, end: start });
  if (parameter.kind === 'json' && readJson(draft, parameter, start)) return true;
  draft.offer(parameter, { start, end: endOfValue(draft, parameter, start) }, 'plainly');
  return true;
}

function readBareMention(draft: Draft, parameter: Parameter, phrase: readonly string[]): boolean {
  const says =
    phrase.length > 1 || (phrase[0] !== undefined && phrase[0].length > 1 && !isStopWord(phrase[0]));
  const key = says ? draft.find(phrase) : undefined;
  if (!key) return false;
  const start = key.end + (fillers.has(draft.word(key.end)) ? 1 : 0);
  const token = draft.tokens[start];
  if (!token || !draft.isFree(start)) return false;
  const end = spanOfBareValue(draft, parameter, start);
  if (end === undefined || !draft.offer(parameter, { start, end }, 'perhaps')) return false;
  draft.take({ start: key.start, end });
  return true;
}

function spanOfBareValue(draft: Draft, parameter: Parameter, start: number): number | undefined {
  const kind = draft.tokens[start]?.kind;
  if (isNumeric(parameter)) return kind === 'number' ? start + 1 : undefined;
  if (parameter.kind === 'choice') return start + 1;
  if (parameter.kind !== 'text' || kind === 'mark' || breaks.has(draft.word(start))) return undefined;
  if (kind !== 'word') return start + 1;
  const isOnly = draft.parameters.filter((other) => other.kind === 'text').length === 1;
  let end = start + 1;
  const isOver = isOnly ? () => false : (at: number) => isBreak(draft, at);
  while (draft.isFree(end) && !isOver(end)) end++;
  return end;
}

function isBreak(draft: Draft, at: number): boolean {
  return breaks.has(draft.word(at)) || draft.tokens[at]?.kind === 'mark' || startsAssignment(draft, at);
}

function endOfValue(draft: Draft, { kind }: Parameter, start: number): number {
  const first = draft.tokens[start]?.kind;
  const isList = kind === 'texts' || kind === 'choices';
  if (first === 'quoted' && !isList) return start + 1;
  if (kind === 'number' || kind === 'integer' || kind === 'boolean') return start + 1;
  let end = start + 1;
  while (draft.isFree(end) && !startsAssignment(draft, end)) {
    const mark = draft.word(end);
    if (mark === ';' || (mark === ',' && !isList) || isNewLine(draft, end)) break;
    end++;
  }
  return end;
}

function isNewLine(draft: Draft, at: number): boolean {
  const [before, token] = [draft.tokens[at - 1], draft.tokens[at]];
  return (
    before !== undefined && token !== undefined && draft.text.slice(before.end, token.start).includes('\n')
  );
}

function startsAssignment(draft: Draft, at: number): boolean {
  return draft.parameters.some((parameter) =>
    phrasesOf(parameter).some((phrase) => {
      const end = draft.endOf(phrase, at);
      return end !== undefined && ['=', ':'].includes(draft.word(end));
    }),
  );
}

/** JSON reaches as far as its brackets do. */
function readJson(draft: Draft, parameter: Parameter, start: number): boolean {
  let depth = 0;
  for (let at = start; at < draft.tokens.length; at++) {
    const mark = draft.word(at);
    if (mark === '{' || mark === '[') depth++;
    if (mark === '}' || mark === ']') depth--;
    if (depth > 0) continue;
    const first = draft.tokens[start];
    const last = draft.tokens[at];
    const value = parseJson(draft.text.slice(first?.start, last?.end));
    if (value === undefined) return false;
    draft.values.set(parameter.name, value);
    draft.take({ start, end: at + 1 });
    return true;
  }
  return false;
}
