import type { Phrases } from '../phrases/english.ts';
import { stemsOf } from '../language/words.ts';
import type { Choice, Parameter } from './parameters.ts';

export type Coerced =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** A sentence for the user, in the language that they write. */
export type Problem = (phrases: Phrases) => string;

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'on', 'y', '1']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'off', 'n', '0']);

/** Makes of what was written what the tool wants. */
export function coerce(parameter: Parameter, text: string): Coerced {
  const written = text.trim();
  const { name } = parameter;
  switch (parameter.kind) {
    case 'text':
      return inBounds(parameter, text, text.length, 'characters');
    case 'number':
    case 'integer':
      return toNumber(parameter, written);
    case 'boolean': {
      const word = written.toLowerCase();
      if (yes.has(word)) return value(true);
      return no.has(word) ? value(false) : problem(({ isYesOrNo }) => isYesOrNo(name));
    }
    case 'choice': {
      const choice = choiceFor(parameter.choices, written);
      return choice ? value(choice.value) : problem(({ isOneOf }) => isOneOf(name, labels(parameter)));
    }
    case 'choices': {
      const found = listed(written).map((one) => choiceFor(parameter.choices, one));
      const known = found.filter((choice) => choice !== undefined);
      if (known.length < found.length) return problem(({ isAnyOf }) => isAnyOf(name, labels(parameter)));
      return value(known.map((choice) => choice.value));
    }
    case 'texts':
      return value(listed(written));
    default: {
      const parsed = parseJson(written);
      return parsed === undefined ? problem(({ isJson }) => isJson(name)) : value(parsed);
    }
  }
}

/** Whether a value that came as JSON fits; what has no field of its own is left to the tool. */
export function check(parameter: Parameter, given: unknown): Coerced {
  if (given === null) return value(given);
  if (typeof given === 'string') {
    return parameter.kind === 'json' ? value(given) : coerce(parameter, given);
  }
  if (parameter.kind === 'text') return problem(({ isText }) => isText(parameter.name));
  if (typeof given === 'number' && isNumeric(parameter)) return toNumber(parameter, String(given));
  if (parameter.kind === 'choice') {
    const choice = parameter.choices.find((one) => one.value === given);
    return choice ? value(given) : problem(({ isOneOf }) => isOneOf(parameter.name, labels(parameter)));
  }
  return value(given);
}

export function isNumeric({ kind }: Parameter): boolean {
  return kind === 'number' || kind === 'integer';
}

/** By value or label; else by the same words in another form. */
function choiceFor(choices: readonly Choice[], written: string): Choice | undefined {
  const exact = choices.find(({ value: own, label }) => own === written || label === written);
  if (exact) return exact;
  const stems = stemsOf(written).join(' ');
  if (stems === '') return undefined;
  return choices.find(
    ({ value: own, label }) => stemsOf(label).join(' ') === stems || stemsOf(String(own)).join(' ') === stems,
  );
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function toNumber(parameter: Parameter, written: string): Coerced {
  const { name, kind } = parameter;
  const plain = written.replaceAll(/(?<=\d)[,_](?=\d{3}(?!\d))/gu, '');
  const number = plain === '' ? Number.NaN : Number(plain);
  if (!Number.isFinite(number)) return problem(({ isNumber }) => isNumber(name));
  if (kind === 'integer' && !Number.isInteger(number))
    return problem(({ isWholeNumber }) => isWholeNumber(name));
  return inBounds(parameter, number, number, undefined);
}

function inBounds(
  { name, min, max }: Parameter,
  given: unknown,
  size: number,
  unit: 'characters' | undefined,
): Coerced {
  if (min !== undefined && size < min) return problem(({ isAtLeast }) => isAtLeast(name, min, unit));
  if (max !== undefined && size > max) return problem(({ isAtMost }) => isAtMost(name, max, unit));
  return value(given);
}

/** JSON, or one thing per line or comma. */
function listed(written: string): readonly string[] {
  const parsed = written.startsWith('[') ? parseJson(written) : undefined;
  if (Array.isArray(parsed))
    return parsed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return written
    .split(/[\n,]/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function labels({ choices }: Parameter): string {
  const shown = choices.slice(0, 12).map(({ label }) => label);
  return choices.length > shown.length ? `${shown.join(', ')}, …` : shown.join(', ');
}

function value(given: unknown): Coerced {
  return { kind: 'value', value: given };
}

function problem(sentence: Problem): Coerced {
  return { kind: 'problem', problem: sentence };
}
