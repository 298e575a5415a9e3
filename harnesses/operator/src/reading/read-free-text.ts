import { isStopWord } from '../language/words.ts';
import type { Parameter } from '../schema/parameters.ts';
import type { Draft, Span } from './draft.ts';
import { roleOf } from './read-places.ts';

/** Names of texts that a whole sentence may be meant for, even where they could be left out. */
const wholeSentence =
  /^(?:query|q|text|message|prompt|topic|search|terms?|keywords?|question|input|content|body|title|name)$/u;
const introductions: ReadonlySet<string> = new Set('for about that saying says : , with'.split(' '));
/** At the end of everything, and before something that was read apart. */
const closing: ReadonlySet<string> = new Set(['please', '?', ',']);
const dangling: ReadonlySet<string> = new Set(
  'please . ? ! in on at to from with of for and , the'.split(' '),
);
const pointers: ReadonlySet<string> = new Set(
  'this it that these attached attachment attachments file document text following above the please'.split(
    ' ',
  ),
);

/** Things in quotes go to the texts that are needed, in order. */
export function readQuoted(draft: Draft): void {
  draft.tokens.forEach((token, at) => {
    if (token.kind !== 'quoted' || !draft.isFree(at)) return;
    const isText = ({ kind }: Parameter) => kind === 'text';
    const [parameter] = [
      ...draft.open((one) => isText(one) && one.required),
      ...draft.open((one) => isText(one) && takesSentence(one)),
    ];
    if (parameter) draft.offer(parameter, { start: at, end: at + 1 }, 'perhaps');
  });
}

/** The only text that is still open takes what nothing else took, or what came with the message. */
export function readFreeText(draft: Draft, attached: string | undefined): void {
  const parameter = onlyText(draft);
  if (!parameter) return;
  draft.leftovers.add(parameter.name);
  const span = restOf(draft);
  const words = span && draft.tokens.slice(span.start, span.end).filter((token) => token.kind !== 'mark');
  const isPointer = !words || words.every((token) => pointers.has(token.text.toLowerCase()));
  if (isPointer && attached !== undefined) {
    draft.values.set(parameter.name, attached);
    return;
  }
  const text = span && textOf(draft, span);
  if (!text || roleOf(parameter) === 'url' || roleOf(parameter) === 'email') return;
  draft.values.set(parameter.name, text);
  draft.take(span);
}

function onlyText(draft: Draft): Parameter | undefined {
  const needed = draft.open(({ kind, required }) => kind === 'text' && required);
  if (needed.length === 1) return needed[0];
  if (needed.length > 1 || draft.values.size > 0) return undefined;
  const optional = draft.open((one) => one.kind === 'text' && takesSentence(one));
  return optional.length === 1 ? optional[0] : undefined;
}

function takesSentence(parameter: Parameter): boolean {
  return parameter.words.some((word) => wholeSentence.test(word));
}

/** From behind the words that mean the tool, up to what was read as something else. */
function restOf(draft: Draft): Span | undefined {
  let start = afterToolWords(draft);
  while (introductions.has(draft.word(start)) && draft.isFree(start)) start++;
  while (start < draft.tokens.length && !draft.isFree(start)) start++;
  let end = start;
  while (draft.isFree(end)) end++;
  const isWhole = end === draft.tokens.length;
  const drops = isWhole ? closing : dangling;
  while (end > start && drops.has(draft.word(end - 1))) end--;
  return end > start ? { start, end } : undefined;
}

function afterToolWords(draft: Draft): number {
  let after = 0;
  for (let at = 0; at < draft.tokens.length; at++) {
    const stems = draft.stems(at);
    const isTool = stems.length > 0 && stems.every((stem) => draft.toolStems.has(stem));
    if (isTool) after = at + 1;
    else if (!isStopWord(draft.word(at)) || !draft.isFree(at)) break;
  }
  return draft.toolStems.size === 0 ? 0 : after;
}

/** To the very end, even beyond what was taken apart. */
function textOf(draft: Draft, { start, end }: Span): string {
  if (end - start === 1 && draft.tokens[start]?.kind === 'quoted') return draft.written({ start, end });
  const from = draft.tokens[start]?.start ?? 0;
  const isWhole = end === draft.tokens.length;
  return draft.text.slice(from, isWhole ? undefined : draft.tokens[end - 1]?.end).trim();
}
