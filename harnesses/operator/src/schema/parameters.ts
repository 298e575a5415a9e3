import { wordsOf } from '../language/words.ts';

export interface Choice {
  /** As the tool wants it. */
  readonly value: unknown;
  readonly label: string;
}

/** How forms name it. */
export function choiceId({ value }: Choice): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export type ParameterKind =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  /** A list of texts. */
  | 'texts'
  /** Anything that has no field of its own. */
  | 'json';

/** One argument of a tool, as far as a sentence or a form can give it. */
export interface Parameter {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  /** Of its name. */
  readonly words: readonly string[];
  readonly kind: ParameterKind;
  readonly required: boolean;
  readonly choices: readonly Choice[];
  readonly default: unknown;
  /** Of the number, or of the length of the text. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly format: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

const mostParameters = 64;
const mostChoices = 100;
const deepestReference = 8;
const longestText = 500;

/**
 * Reads a tool's input schema, which a stranger has written: whatever it is, the answer is a list. References are
 * followed within the schema and only so far; what cannot be understood is JSON text to users.
 */
export function parametersOf(inputSchema: unknown): readonly Parameter[] {
  const root = resolve(inputSchema, inputSchema);
  const properties = asSchema(root?.['properties']);
  if (!root || !properties) return [];
  const required = new Set(asList(root['required']).filter((name) => typeof name === 'string'));
  return Object.entries(properties)
    .slice(0, mostParameters)
    .map(([name, schema]) =>
      parameterOf(name, resolve(schema, inputSchema) ?? {}, inputSchema, required.has(name)),
    );
}

/** Whether the tool takes arguments that it does not name. */
export function isOpen(inputSchema: unknown): boolean {
  const root = resolve(inputSchema, inputSchema);
  const extra = root?.['additionalProperties'];
  return extra === true || asSchema(extra) !== undefined || !asSchema(root?.['properties']);
}

function parameterOf(name: string, schema: Schema, root: unknown, required: boolean): Parameter {
  const kind = kindOf(schema, root);
  const isNumber = kind === 'number' || kind === 'integer';
  const title = textOf(schema['title']);
  return {
    name,
    title: title === '' ? undefined : title,
    description: textOf(schema['description']),
    words: wordsOf(name),
    kind,
    required: required && schema['default'] === undefined,
    choices: kind === 'choices' ? choicesOf(itemsOf(schema, root) ?? {}, root) : choicesOf(schema, root),
    default: schema['default'],
    min: numberOf(isNumber ? schema['minimum'] : schema['minLength']),
    max: numberOf(isNumber ? schema['maximum'] : schema['maxLength']),
    format: typeof schema['format'] === 'string' ? schema['format'] : undefined,
  };
}

function kindOf(schema: Schema, root: unknown): ParameterKind {
  if (choicesOf(schema, root).length > 0) return 'choice';
  switch (typeOf(schema)) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'integer':
      return 'integer';
    case 'boolean':
      return 'boolean';
    case 'array': {
      const items = itemsOf(schema, root);
      if (!items) return 'json';
      if (choicesOf(items, root).length > 0) return 'choices';
      return typeOf(items) === 'string' ? 'texts' : 'json';
    }
    default:
      return 'json';
  }
}

/** The one type that it has besides `null`. */
function typeOf(schema: Schema): unknown {
  const { type } = schema;
  if (!Array.isArray(type)) return type;
  const real = type.filter((one) => one !== 'null');
  return real.length === 1 ? real[0] : undefined;
}

function itemsOf(schema: Schema, root: unknown): Schema | undefined {
  return resolve(schema['items'], root);
}

function choicesOf(schema: Schema, root: unknown): readonly Choice[] {
  const listed = asList(schema['enum']).filter((value) => value !== null);
  if (listed.length > 0) {
    const names = asList(schema['enumNames']);
    return listed.slice(0, mostChoices).map((value, at) => ({ value, label: labelOf(value, names[at]) }));
  }
  const variants = asList(schema['oneOf'] ?? schema['anyOf']).slice(0, mostChoices);
  const constants = variants.map((variant) => resolve(variant, root));
  const isConstant = (one: Schema | undefined): one is Schema => one !== undefined && 'const' in one;
  if (constants.length === 0 || !constants.every(isConstant)) return [];
  return constants.map((one) => ({ value: one['const'], label: labelOf(one['const'], one['title']) }));
}

function labelOf(value: unknown, name: unknown): string {
  const label = typeof name === 'string' && name !== '' ? name : value;
  return (typeof label === 'string' ? label : JSON.stringify(label)).slice(0, longestText);
}

/** Follows references and what merely wraps one schema: `allOf` of one, `anyOf` with `null`. */
function resolve(schema: unknown, root: unknown, depth = 0): Schema | undefined {
  const own = asSchema(schema);
  if (!own || depth > deepestReference) return own;
  const pointed = typeof own['$ref'] === 'string' ? pointTo(own['$ref'], root) : undefined;
  const inner = pointed ?? soleVariant(own);
  if (inner === undefined) return own;
  return { ...resolve(inner, root, depth + 1), ...without(own, ['$ref', 'anyOf', 'oneOf', 'allOf']) };
}

function soleVariant(schema: Schema): unknown {
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const real = asList(schema[key]).filter((variant) => asSchema(variant)?.['type'] !== 'null');
    if (real.length === 1) return real[0];
  }
  return undefined;
}

function pointTo(reference: string, root: unknown): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const step of reference.split('/').slice(1, 20)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

function without(schema: Schema, keys: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

function asSchema(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : undefined;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestText).trim() : '';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
