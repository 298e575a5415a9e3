/** One argument of a tool, as a form shows it. */
export interface ToolField {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'switch' | 'choice' | 'json';
  readonly label: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly placeholder: string | undefined;
  /** What stands in the form at first. */
  readonly initial: string;
}

type Json = Readonly<Record<string, unknown>>;
const mostFields = 100;

/** What to fill in for a tool. What no simple field can hold is written as JSON. */
export function fieldsOf(schema: Json | undefined): readonly ToolField[] {
  const properties = objectIn(schema, 'properties');
  const required = Array.isArray(schema?.['required']) ? schema['required'] : [];
  return Object.entries(properties)
    .slice(0, mostFields)
    .map(([name, given]) => fieldOf(name, isJson(given) ? given : {}, required.includes(name)));
}

function fieldOf(name: string, schema: Json, isRequired: boolean): ToolField {
  const choices = Array.isArray(schema['enum'])
    ? schema['enum'].filter((value) => typeof value === 'string').slice(0, 200)
    : [];
  const initial = schema['default'];
  return {
    name,
    kind: choices.length > 0 ? 'choice' : kindOf(schema),
    label: textIn(schema, 'title') ?? name,
    description: textIn(schema, 'description')?.slice(0, 500),
    isRequired,
    choices,
    placeholder: typeof schema['type'] === 'string' ? schema['type'] : undefined,
    initial:
      initial === undefined ? '' : typeof initial === 'string' ? initial : (JSON.stringify(initial) ?? ''),
  };
}

function kindOf({ type }: Json): ToolField['kind'] {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'switch' : 'json';
}

export interface ReadArguments {
  readonly values: Readonly<Record<string, unknown>>;
  /** By field, what is wrong with it. */
  readonly problems: Readonly<Record<string, string>>;
}

/** What was filled in, as the tool takes it. What was left empty is left out. */
export function readArguments(
  fields: readonly ToolField[],
  typed: Readonly<Record<string, string>>,
): ReadArguments {
  const values: [string, unknown][] = [];
  const problems: [string, string][] = [];
  for (const field of fields) {
    const text = (Object.hasOwn(typed, field.name) ? typed[field.name] : undefined) ?? field.initial;
    if (text === '') {
      if (field.isRequired && field.kind === 'switch') values.push([field.name, false]);
      else if (field.isRequired) problems.push([field.name, 'This one is required.']);
      continue;
    }
    const read = readValue(field, text);
    if ('problem' in read) problems.push([field.name, read.problem]);
    else values.push([field.name, read.value]);
  }
  return { values: Object.fromEntries(values), problems: Object.fromEntries(problems) };
}

function readValue(
  { kind }: ToolField,
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  if (kind === 'text' || kind === 'choice') return { value: text };
  if (kind === 'switch') return { value: text === 'true' };
  if (kind === 'number') {
    const value = Number(text);
    return Number.isFinite(value) ? { value } : { problem: 'A number is expected.' };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'JSON is expected, such as ["a", "b"] or {"key": 1}.' };
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(schema: Json | undefined, key: string): Json {
  const inside = schema?.[key];
  return isJson(inside) ? inside : {};
}

function textIn(schema: Json, key: string): string | undefined {
  const text = schema[key];
  return typeof text === 'string' && text !== '' ? text : undefined;
}
