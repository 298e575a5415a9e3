import type { Form, FormField } from '@loggia/sessions/harness';
import type { Phrases } from '../phrases/english.ts';
import { nameOf } from '../speech/outline.ts';
import { choiceId, type Parameter, type ParameterKind } from './parameters.ts';

const fieldTypes: Readonly<Record<ParameterKind, FormField['type']>> = {
  text: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  choice: 'choice',
  choices: 'choices',
  texts: 'text',
  json: 'text',
};

const hints: Readonly<Partial<Record<ParameterKind, (phrases: Phrases) => string>>> = {
  texts: ({ severalByComma }) => severalByComma,
  json: ({ writeJson }) => writeJson,
};

/** Asks for what is needed, with what is known filled in. Other parameters are left to the tool's defaults. */
export function formFor(
  message: string,
  parameters: readonly Parameter[],
  known: ReadonlyMap<string, unknown>,
  phrases: Phrases,
): Form {
  const asked = parameters.filter(({ name, required }) => required || known.has(name));
  return {
    message,
    fields: asked.map((parameter) => fieldOf(parameter, known.get(parameter.name), phrases)),
  };
}

function fieldOf(parameter: Parameter, known: unknown, phrases: Phrases): FormField {
  const { name, title, description, kind, required, choices, min, max } = parameter;
  const filledIn = defaultOf(parameter, known ?? parameter.default);
  const isBounded = kind === 'number' || kind === 'integer' || kind === 'text';
  return {
    id: name,
    title: title ?? nameOf(name),
    message: [description || (title ?? nameOf(name)), hints[kind]?.(phrases) ?? ''].filter(Boolean).join(' '),
    type: fieldTypes[kind],
    required,
    ...(choices.length > 0 && {
      choices: choices.map((choice) => ({ id: choiceId(choice), label: choice.label })),
    }),
    ...(filledIn !== undefined && { default: filledIn }),
    ...(isBounded && min !== undefined && { min }),
    ...(isBounded && max !== undefined && { max }),
  };
}

function defaultOf(parameter: Parameter, known: unknown): FormField['default'] {
  if (known === undefined || known === null) return undefined;
  switch (parameter.kind) {
    case 'text':
      return typeof known === 'string' ? known : undefined;
    case 'number':
    case 'integer':
      return typeof known === 'number' ? known : undefined;
    case 'boolean':
      return typeof known === 'boolean' ? known : undefined;
    case 'choice':
      return idOf(parameter, known);
    case 'choices': {
      const ids = Array.isArray(known) ? known.map((one) => idOf(parameter, one)) : [];
      return ids.filter((id) => id !== undefined);
    }
    case 'texts':
      return Array.isArray(known) ? known.join(', ') : undefined;
    default:
      return JSON.stringify(known);
  }
}

function idOf({ choices }: Parameter, known: unknown): string | undefined {
  const choice = choices.find(({ value }) => value === known);
  return choice && choiceId(choice);
}
