import type { Form, FormAnswer, FormField, FormValue } from '@loggia/sessions/harness';
import type { ElicitationRequest, ElicitationResponse } from './protocol.ts';

const most = { fields: 100, choices: 1_000 };

type Schema = Readonly<Record<string, unknown>>;

/** An agent's question as a form that names the agent; undefined if it can't be asked. */
export function formOf(request: ElicitationRequest, label: string): Form | undefined {
  const message = `${label}: ${request.message}`;
  if (request.mode === 'url') {
    const url = String(request.url);
    // Other schemes run actions instead of showing a page.
    return /^https?:\/\//i.test(url) && URL.canParse(url) ? { message, url, fields: [] } : undefined;
  }
  if (request.mode !== 'form') return undefined;
  const { properties, required } = record(request.requestedSchema);
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(record(properties))
    .slice(0, most.fields)
    .map(([id, schema]) => fieldOf(id, record(schema), needed.has(id)));
  return { message, fields };
}

export function responseOf(answer: FormAnswer, request: ElicitationRequest): ElicitationResponse {
  if (answer.kind === 'declined') return { action: 'decline' };
  if (request.mode !== 'form') return { action: 'accept' };
  const content = Object.fromEntries(
    Object.entries(answer.values).map(([id, value]) => [id, contentValue(value)]),
  );
  return { action: 'accept', content };
}

function contentValue(value: FormValue): string | number | boolean | string[] {
  return typeof value === 'object' ? [...value] : value;
}

function fieldOf(id: string, schema: Schema, required: boolean): FormField {
  const title = text(schema['title']);
  const initial = schema['default'];
  const base = {
    id,
    ...(title !== undefined && { title }),
    message: text(schema['description']) ?? title ?? id,
    ...(required && { required }),
  };
  switch (schema['type']) {
    case 'boolean':
      return { ...base, type: 'boolean', ...(typeof initial === 'boolean' && { default: initial }) };
    case 'number':
    case 'integer':
      return {
        ...base,
        type: schema['type'],
        ...bounds(schema['minimum'], schema['maximum']),
        ...(typeof initial === 'number' && { default: initial }),
      };
    case 'array':
      return {
        ...base,
        type: 'choices',
        ...bounds(schema['minItems'], schema['maxItems']),
        choices: choicesIn(record(schema['items'])),
        ...(Array.isArray(initial) && { default: initial.map(String) }),
      };
    default: {
      const choices = choicesIn(schema);
      const format = text(schema['format']);
      const preset = typeof initial === 'string' ? { default: initial } : {};
      if (choices.length > 0) return { ...base, type: 'choice', choices, ...preset };
      return {
        ...base,
        type: 'text',
        ...bounds(schema['minLength'], schema['maxLength']),
        ...(format !== undefined && { format }),
        ...preset,
      };
    }
  }
}

function choicesIn(schema: Schema): { id: string; label: string }[] {
  const { enum: values, oneOf, anyOf } = schema;
  const listed = [values, oneOf, anyOf].find((each) => Array.isArray(each)) as unknown[] | undefined;
  return (listed ?? []).slice(0, most.choices).flatMap((each) => {
    const id = typeof each === 'string' ? each : record(each)['const'];
    return typeof id === 'string' ? [{ id, label: text(record(each)['title']) ?? id }] : [];
  });
}

function bounds(min: unknown, max: unknown): { min?: number; max?: number } {
  return { ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function record(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
