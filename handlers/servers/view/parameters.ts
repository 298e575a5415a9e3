export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

type Loose = Readonly<Record<string, unknown>>;

const mostParameters = 200;

/** The parameters of a tool, from its JSON Schema. The schema comes from the server and may be anything. */
export function parametersOf(schema: unknown): Parameter[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schema['properties'])
    .slice(0, mostParameters)
    .map(([name, property]) => ({
      name,
      type: typeOf(property, 0),
      required: required.includes(name),
      description:
        isObject(property) && typeof property['description'] === 'string'
          ? property['description'].slice(0, 1000)
          : '',
    }));
}

function typeOf(schema: unknown, depth: number): string {
  if (!isObject(schema) || depth > 3) return 'any';
  const choices = schema['enum'];
  if (Array.isArray(choices)) {
    const shown = choices.slice(0, 6).map((choice) => JSON.stringify(choice) ?? 'null');
    return shown.join(' | ') + (choices.length > shown.length ? ' | …' : '');
  }
  const { type } = schema;
  if (type === 'array') return `list of ${typeOf(schema['items'], depth + 1)}`;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.filter((item) => typeof item === 'string').join(' | ');
  const parts = [schema['anyOf'], schema['oneOf']].find((list) => Array.isArray(list)) as
    | unknown[]
    | undefined;
  return parts ? [...new Set(parts.slice(0, 6).map((part) => typeOf(part, depth + 1)))].join(' | ') : 'any';
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
