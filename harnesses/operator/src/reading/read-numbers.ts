import { contentStemsOf } from '../language/words.ts';
import { isNumeric } from '../schema/coerce.ts';
import type { Parameter } from '../schema/parameters.ts';
import type { Draft } from './draft.ts';

/** The words that people write beside a number, and the words that tool authors use for the same. */
const units: Readonly<Record<string, readonly string[]>> = {
  s: ['second', 'duration', 'timeout'],
  sec: ['second', 'duration', 'timeout'],
  second: ['duration', 'timeout'],
  minute: ['duration'],
  ms: ['millisecond', 'delay', 'm'],
  first: ['head', 'limit', 'top'],
  top: ['limit', 'head'],
  last: ['tail'],
};

/** Numbers go where the words around them point; the only one that is needed takes the only one that is there. */
export function readNumbers(draft: Draft): void {
  readPointed(draft);
  const needed = draft.open((parameter) => isNumeric(parameter) && parameter.required);
  const numbers = freeNumbers(draft);
  if (needed.length > 0 && numbers.length <= needed.length) {
    numbers.forEach((at, index) => {
      const parameter = needed[index];
      if (parameter) draft.offer(parameter, { start: at, end: at + 1 }, 'perhaps');
    });
    return;
  }
  const all = draft.parameters.filter(isNumeric);
  const [only] = draft.open(isNumeric);
  const [number] = numbers;
  if (all.length !== 1 || numbers.length !== 1 || !only || number === undefined) return;
  draft.offer(only, { start: number, end: number + 1 }, 'perhaps');
}

/** The best pairs first. */
function readPointed(draft: Draft): void {
  const pairs = freeNumbers(draft).flatMap((at) =>
    draft.open(isNumeric).map((parameter) => ({ at, parameter, weight: pointing(draft, at, parameter) })),
  );
  for (const { at, parameter, weight } of pairs.toSorted((one, other) => other.weight - one.weight)) {
    if (weight === 0 || !draft.isFree(at) || draft.values.has(parameter.name)) continue;
    draft.offer(parameter, { start: at, end: at + 1 }, 'perhaps');
  }
}

function freeNumbers(draft: Draft): readonly number[] {
  return draft.tokens.flatMap((token, at) => (token.kind === 'number' && draft.isFree(at) ? [at] : []));
}

function pointing(draft: Draft, at: number, parameter: Parameter): number {
  const name = new Set(contentStemsOf(parameter.name));
  const about = new Set(contentStemsOf(`${parameter.title ?? ''} ${parameter.description}`));
  const near = [at - 1, at + 1, at + 2].filter((place) => draft.isFree(place));
  let weight = 0;
  for (const stem of near.flatMap((place) => draft.stems(place))) {
    if (draft.toolStems.has(stem) && !name.has(stem)) {
      weight += about.has(stem) ? 0.5 : 0;
      continue;
    }
    const alike = [stem, ...(Object.hasOwn(units, stem) ? (units[stem] ?? []) : [])];
    if (alike.some((one) => name.has(one))) weight += 3;
    else if (alike.some((one) => about.has(one))) weight += 1;
  }
  return weight;
}
