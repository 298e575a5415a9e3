import { stemsOf } from '../language/words.ts';
import type { Choice, Parameter } from './parameters.ts';

export type Coerced =
  | { readonly kind: 'value'; readonly value: unknown }
  /** A sentence for the user. */
  | { readonly kind: 'problem'; readonly problem: string };

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
      return no.has(word) ? value(false) : problem(`**${name}** is yes or no.`);
    }
    case 'choice': {
      const choice = choiceFor(parameter.choices, written);
      return choice ? value(choice.value) : problem(`**${name}** is one of ${labels(parameter)}.`);
    }
    case 'choices': {
      const found = listed(written).map((one) => choiceFor(parameter.choices, one));
      const known = found.filter((choice) => choice !== undefined);
      if (known.length < found.length) return problem(`**${name}** is any of ${labels(parameter)}.`);
      return value(known.map((choice) => choice.value));
    }
    case 'texts':
      return value(listed(written));
    default: {
      const parsed = parseJson(written);
      if (parsed === undefined)
        return problem(`**${name}** must be JSON, such as \`{"key": "value"}\` or \`["a"]\`.`);
      return value(parsed);
    }
  }
}

/** Whether a value that came as JSON fits; what has no field of its own is left to the tool. */
export function check(parameter: Parameter, given: unknown): Coerced {
  if (given === null) return value(given);
  if (typeof given === 'string') {
    return parameter.kind === 'json' ? value(given) : coerce(parameter, given);
  }
  if (parameter.kind === 'text') return problem(`**${parameter.name}** is text; put it in quotes.`);
  if (typeof given === 'number' && isNumeric(parameter)) return toNumber(parameter, String(given));
  if (parameter.kind === 'choice') {
    const choice = parameter.choices.find((one) => one.value === given);
    return choice ? value(given) : problem(`**${parameter.name}** is one of ${labels(parameter)}.`);
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
  if (!Number.isFinite(number)) return problem(`**${name}** is a number.`);
  if (kind === 'integer' && !Number.isInteger(number)) return problem(`**${name}** is a whole number.`);
  return inBounds(parameter, number, number, '');
}

function inBounds({ name, min, max }: Parameter, given: unknown, size: number, unit: string): Coerced {
  const what = unit === '' ? '' : ` ${unit}`;
  if (min !== undefined && size < min) return problem(`**${name}** is at least ${min}${what}.`);
  if (max !== undefined && size > max) return problem(`**${name}** is at most ${max}${what}.`);
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

function problem(sentence: string): Coerced {
  return { kind: 'problem', problem: sentence };
}
