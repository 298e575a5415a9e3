import { isUsedAs, type Use } from '../language/lexicon.ts';
import { tokenise } from '../language/sentence.ts';
import { folded } from '../language/spelling.ts';

/** Verbs that begin a further request; others are more likely part of a title. */
const beginning: readonly Use[] = [
  'open',
  'list',
  'find',
  'create',
  'add',
  'rename',
  'commit',
  'publish',
  'delete',
  'restore',
  'archive',
  'discard',
  'read',
  'sort',
  'filter',
];

const most = 5;

/** `rename it and commit it` are two requests; `add salt and pepper` is one. */
export function requestsIn(text: string): readonly string[] {
  const tokens = tokenise(text);
  const begins = (at: number) => {
    const { kind, text: own = '' } = tokens[at] ?? {};
    return kind === 'word' && beginning.some((use) => isUsedAs(folded(own), use));
  };
  const parts: string[] = [];
  let start = 0;
  for (let at = 1; at < tokens.length - 2; at++) {
    if (!joins(tokens[at]?.text ?? '') || joins(tokens[at - 1]?.text ?? '')) continue;
    let next = at + 1;
    while (joins(tokens[next]?.text ?? '')) next++;
    // A verb alone has nothing to do it to.
    if (!begins(next) || next >= tokens.length - 1 || at === start) continue;
    parts.push(text.slice(tokens[start]?.start, tokens[at - 1]?.end));
    start = next;
  }
  parts.push(text.slice(tokens[start]?.start ?? 0));
  return parts.length <= most ? parts : [text];
}

function joins(word: string): boolean {
  return /^(?:and|then|und|dann|danach|afterwards|also|,|;|&)$/iu.test(word);
}
