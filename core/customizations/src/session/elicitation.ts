import type { Elicitation, ElicitationAnswer } from '@loggia/mcp';
import type { ChatInputAnswers, ChatInputQuestion, ChatInputRequest, ChatInputValue } from '@loggia/protocol';

const maxQuestions = 100;
const maxOptions = 1000;
const maxText = 10_000;

type Schema = Readonly<Record<string, unknown>>;

/** Whether the user can be sent there: other schemes run actions instead of showing a page. */
export function isPage(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** A server's question as a question of the chat, which names the server. */
export function requestOf(elicitation: Elicitation, serverName: string): Omit<ChatInputRequest, 'id'> {
  const message = cut(`${serverName}: ${elicitation.message}`);
  if (elicitation.url !== undefined) return { message, url: cut(elicitation.url) };
  return {
    message,
    questions: propertiesOf(elicitation).map(([id, schema]) => question(id, schema, elicitation)),
  };
}

/** The user's answers in the types of the server's schema. */
export function answerOf(
  elicitation: Elicitation,
  reply: { readonly response: 'accept' | 'decline' | 'cancel'; readonly answers: ChatInputAnswers },
): ElicitationAnswer {
  if (reply.response !== 'accept') return { action: reply.response };
  if (elicitation.url !== undefined) return { action: 'accept' };
  const content = propertiesOf(elicitation).flatMap(([id, schema]) => {
    const answer = Object.hasOwn(reply.answers, id) ? reply.answers[id] : undefined;
    if (!answer || answer.state === 'skipped') return [];
    const value = coerce(schema, answer.value);
    return value === undefined ? [] : [[id, value] as const];
  });
  return { action: 'accept', content: Object.fromEntries(content) };
}

function propertiesOf({ requestedSchema }: Elicitation): [string, Schema][] {
  const properties = requestedSchema?.['properties'];
  if (!isSchema(properties)) return [];
  return Object.entries(properties)
    .slice(0, maxQuestions)
    .map(([id, schema]) => [id, isSchema(schema) ? schema : {}]);
}

function question(id: string, schema: Schema, { requestedSchema }: Elicitation): ChatInputQuestion {
  const required = requestedSchema?.['required'];
  const title = text(schema['title']);
  const base = {
    id,
    ...(title !== undefined && { title }),
    message: text(schema['description']) ?? title ?? id,
    ...(Array.isArray(required) && required.includes(id) && { required: true }),
  };
  const initial = schema['default'];
  if (schema['type'] === 'array') {
    const { minItems: min, maxItems: max } = schema;
    return {
      kind: 'multi-select',
      ...base,
      ...bounds(min, max),
      options: optionsOf(schema['items'], initial),
    };
  }
  if (isChoice(schema)) return { kind: 'single-select', ...base, options: optionsOf(schema, initial) };
  if (schema['type'] === 'boolean') {
    return { kind: 'boolean', ...base, ...(typeof initial === 'boolean' && { defaultValue: initial }) };
  }
  if (schema['type'] === 'number' || schema['type'] === 'integer') {
    const { minimum: min, maximum: max, type: kind } = schema;
    return {
      kind,
      ...base,
      ...bounds(min, max),
      ...(typeof initial === 'number' && { defaultValue: initial }),
    };
  }
  const format = text(schema['format']);
  return {
    kind: 'text',
    ...base,
    ...bounds(schema['minLength'], schema['maxLength']),
    ...(format !== undefined && { format }),
    ...(typeof initial === 'string' && { defaultValue: cut(initial) }),
  };
}

function isChoice(schema: Schema): boolean {
  return Array.isArray(schema['enum']) || Array.isArray(schema['oneOf']) || Array.isArray(schema['anyOf']);
}

function optionsOf(
  schema: unknown,
  initial: unknown,
): { id: string; label: string; recommended?: boolean }[] {
  if (!isSchema(schema)) return [];
  const recommended = new Set((Array.isArray(initial) ? initial : [initial]).map(String));
  const mark = (id: string) => (initial !== undefined && recommended.has(id) ? { recommended: true } : {});
  const { enum: values, enumNames: names } = schema;
  if (Array.isArray(values)) {
    return values.slice(0, maxOptions).map((value, index) => {
      const id = cut(String(value));
      const label = Array.isArray(names) ? text(names[index]) : undefined;
      return { id, label: label ?? id, ...mark(id) };
    });
  }
  const choices = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(choices)) return [];
  return choices.slice(0, maxOptions).flatMap((choice) => {
    const value = isSchema(choice) ? choice['const'] : undefined;
    if (!isSchema(choice) || (typeof value !== 'string' && typeof value !== 'number')) return [];
    const id = cut(String(value));
    return [{ id, label: text(choice['title']) ?? id, ...mark(id) }];
  });
}

function bounds(min: unknown, max: unknown): { min?: number; max?: number } {
  return { ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) };
}

/** Undefined if the value doesn't fit the schema: no answer is better than a wrong one. */
function coerce(schema: Schema, value: ChatInputValue): unknown {
  const given =
    value.kind === 'selected-many' ? [...value.value, ...(value.freeformValues ?? [])] : value.value;
  switch (schema['type']) {
    case 'array':
      return Array.isArray(given) ? given : [String(given)];
    case 'boolean':
      if (typeof given === 'boolean') return given;
      return given === 'true' ? true : given === 'false' ? false : undefined;
    case 'number':
    case 'integer':
      return numberIn(given, schema['type']);
    default:
      return Array.isArray(given) ? given.join(', ') : String(given);
  }
}

function numberIn(given: unknown, type: 'number' | 'integer'): number | undefined {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return type === 'integer' && !Number.isInteger(number) ? undefined : number;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? cut(value) : undefined;
}

function cut(value: string): string {
  return value.length > maxText ? `${value.slice(0, maxText)}…` : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
