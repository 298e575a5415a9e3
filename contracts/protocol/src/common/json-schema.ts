/**
 * Reads third-party JSON Schemas, as far as a form, a command line or a conversation needs to: any value is accepted,
 * references are followed within the schema and up to a limit.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface SchemaChoice {
  readonly value: unknown;
  readonly label: string;
}

/** References may form cycles. */
const deepest = 8;

/**
 * Follows references, and unwraps a single schema: `allOf` with one entry, `anyOf` with one besides `null`. A broken
 * reference allows anything. Undefined if it isn't an object.
 */
export function resolveSchema(schema: unknown, root: unknown): JsonSchema | undefined {
  return resolved(schema, root, 0);
}

function resolved(schema: unknown, root: unknown, depth: number): JsonSchema | undefined {
  const own = asSchema(schema);
  if (!own || depth > deepest) return own && {};
  const reference = own['$ref'];
  if (typeof reference === 'string') {
    const inner = resolved(referenced(reference, root), root, depth + 1);
    return { ...inner, ...without(own, ['$ref']) };
  }
  const sole = soleVariant(own);
  if (!sole) return own;
  const inner = { ...resolved(sole.schema, root, depth + 1), ...without(own, combinations) };
  return sole.isNullable && inner['type'] !== undefined
    ? { ...inner, type: [...new Set([...listOf(inner['type']), 'null'])] }
    : inner;
}

const combinations = ['anyOf', 'oneOf', 'allOf'];

function soleVariant(
  schema: JsonSchema,
): { readonly schema: JsonSchema; readonly isNullable: boolean } | undefined {
  for (const key of combinations) {
    const variants = variantsIn(schema[key]);
    const [only, another] = variants.filter((variant) => !isNull(variant));
    // A single constant is a choice of one.
    if (only && !another && !Object.hasOwn(only, 'const'))
      return { schema: only, isNullable: variants.length > 1 };
  }
  return undefined;
}

/** The values that a resolved schema lists, other than `null`; empty if it also allows others. */
export function schemaChoices(schema: JsonSchema, root: unknown): readonly SchemaChoice[] {
  if (Array.isArray(schema['enum'])) {
    const names = listOf(schema['enumNames']);
    return schema['enum'].flatMap((value: unknown, at) =>
      value === null ? [] : [{ value, label: labelOf(value, names[at]) }],
    );
  }
  const given = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(given)) return [];
  const variants = given.map((variant) => resolved(variant, root, 0));
  const constants = variants.filter((variant) => variant !== undefined && Object.hasOwn(variant, 'const'));
  const isClosed = variants.every(
    (variant) => variant && (Object.hasOwn(variant, 'const') || isNull(variant)),
  );
  if (!isClosed) return [];
  return constants.map((variant) => ({
    value: variant?.['const'],
    label: labelOf(variant?.['const'], variant?.['title']),
  }));
}

/** A value as people type and read it. */
export function choiceText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The one type that a resolved schema has besides `null`. */
export function soleType(schema: JsonSchema): string | undefined {
  const [only, another] = listOf(schema['type']).filter((type) => type !== 'null');
  return typeof only === 'string' && another === undefined ? only : undefined;
}

/** Every type that the schema allows, in its order; empty if it doesn't say. */
export function allowedTypes(schema: unknown, root: unknown): readonly string[] {
  return typesIn(schema, root, new Set());
}

function typesIn(given: unknown, root: unknown, seen: Set<JsonSchema>): readonly string[] {
  const schema = asSchema(given);
  if (!schema || seen.has(schema)) return [];
  seen.add(schema);
  const { type, $ref: reference } = schema;
  if (type !== undefined) return listOf(type).map(String);
  if (typeof reference === 'string') return typesIn(referenced(reference, root), root, seen);
  for (const key of combinations) {
    const variants = variantsIn(schema[key]);
    if (variants.length === 0) continue;
    return [...new Set(variants.flatMap((variant) => typesIn(variant, root, seen)))];
  }
  const values = Array.isArray(schema['enum']) ? schema['enum'] : [];
  return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
}

export function requiredNames(schema: JsonSchema): ReadonlySet<string> {
  return new Set(listOf(schema['required']).filter((name) => typeof name === 'string'));
}

export function schemaProperties(schema: JsonSchema | undefined): JsonSchema | undefined {
  return asSchema(schema?.['properties']);
}

function referenced(reference: string, root: unknown): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonSchema)[key];
  }
  return at;
}

const longestLabel = 500;

function labelOf(value: unknown, name: unknown): string {
  return (typeof name === 'string' && name !== '' ? name : choiceText(value)).slice(0, longestLabel);
}

function isNull({ type }: JsonSchema): boolean {
  return type === 'null';
}

function variantsIn(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value)
    ? value.map((each: unknown) => asSchema(each)).filter((each) => each !== undefined)
    : [];
}

function without(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
