import { isStopWord, stemOf, stemsOf } from '../language/words.ts';
import { choiceId, type Choice, type Parameter } from '../schema/parameters.ts';
import type { Draft } from './draft.ts';

const negations: ReadonlySet<string> = new Set(
  "no not without don't dont never skip omit exclude disable".split(' '),
);
/** Words of a switch's name that users leave out. */
const helpers: ReadonlySet<string> = new Set(
  'include includes with show use enable is has should do want allow'.split(' '),
);

/** Choices by what they are called. */
export function readChoices(draft: Draft): void {
  for (const parameter of draft.open(({ kind }) => kind === 'choice' || kind === 'choices')) {
    const found = mentioned(draft, parameter);
    if (found.length === 0) continue;
    draft.values.set(parameter.name, parameter.kind === 'choice' ? found[0] : found);
  }
}

/** For an optional argument, words of the tool's own name don't count as a choice. */
function mentioned(draft: Draft, parameter: Parameter): readonly unknown[] {
  const found: Choice[] = [];
  const byLength = parameter.choices.toSorted((one, other) => other.label.length - one.label.length);
  for (const choice of byLength) {
    for (const stems of [stemsOf(choice.label), stemsOf(choiceId(choice))]) {
      const saysNothing = stems.every(
        (stem) => isStopWord(stem) || (!parameter.required && draft.toolStems.has(stem)),
      );
      const span = saysNothing ? undefined : draft.find(stems);
      if (!span) continue;
      draft.take(span);
      found.push(choice);
      break;
    }
    if (found.length > 0 && parameter.kind === 'choice') break;
  }
  return parameter.choices.filter((choice) => found.includes(choice)).map(({ value }) => value);
}

/** `with an image` switches `includeImage` on, `without an image` off. */
export function readSwitches(draft: Draft): void {
  for (const parameter of draft.open(({ kind }) => kind === 'boolean')) {
    const telling = parameter.words.filter((word) => !helpers.has(word)).map(stemOf);
    const stems = telling.length > 0 ? telling : parameter.words.map(stemOf);
    if (stems.every((stem) => isStopWord(stem) || draft.toolStems.has(stem))) continue;
    const span = draft.find(stems);
    if (!span) continue;
    const before = [draft.word(span.start - 1), draft.word(span.start - 2)];
    draft.values.set(parameter.name, !before.some((word) => negations.has(word)));
    draft.take(span);
  }
}
