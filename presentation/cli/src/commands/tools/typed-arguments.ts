import { nearest } from '../../command-line/nearest.ts';
import { wrongUsage } from '../../failure.ts';

type Schema = Readonly<Record<string, unknown>>;
export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * What `key=value` and `key:=json` mean for a tool: values become what its schema says they are. A key that is written
 * several times is a list. Throws with what to write instead; the tool itself has the last word on everything else.
 */
export function typedArguments(words: readonly string[], inputSchema: Schema = {}): ToolArguments {
  const properties = recordIn(inputSchema, 'properties');
  const typed = new Map<string, readonly Typed[]>();
  for (const word of words) {
    const one = split(word);
    checkKey(one.key, properties, inputSchema);
    typed.set(one.key, [...(typed.get(one.key) ?? []), one]);
  }
  const required = Array.isArray(inputSchema['required']) ? inputSchema['required'].map(String) : [];
  const missing = required.filter((key) => !typed.has(key));
  if (missing.length > 0) {
    throw wrongUsage(`The tool needs ${listed(missing)}; add ${missing.map((key) => `${key}=…`).join(' ')}.`);
  }
  return Object.fromEntries(
    Array.from(typed, ([key, values]) => [key, valueOf(key, values, schemaAt(properties, key), inputSchema)]),
  );
}

interface Typed {
  readonly key: string;
  readonly text: string;
  readonly raw: boolean;
}

function split(word: string): Typed {
  const at = word.indexOf('=');
  const raw = word[at - 1] === ':';
  const key = word.slice(0, raw ? at - 1 : at);
  if (at < 0 || key === '') {
    throw wrongUsage(`"${word}" is no argument; write key=value, or key:=json for what is not text.`);
  }
  return { key, text: word.slice(at + 1), raw };
}

function checkKey(key: string, properties: Schema, inputSchema: Schema): void {
  if (Object.hasOwn(properties, key) || inputSchema['additionalProperties'] !== false) return;
  const known = Object.keys(properties);
  const meant = nearest(key, known);
  const hint =
    meant !== undefined
      ? `did you mean "${meant}"?`
      : known.length === 0
        ? 'it takes none.'
        : `it takes ${listed(known)}.`;
  throw wrongUsage(`The tool has no argument "${key}"; ${hint}`);
}

function valueOf(key: string, values: readonly Typed[], schema: Schema | undefined, root: Schema): unknown {
  const readings = values.map(({ text, raw }) =>
    raw ? json(key, text) : read(key, text, schema, root, values),
  );
  return readings.length > 1 ? readings.flat() : readings[0];
}

/** Text that a schema allows as something else becomes that; where it allows text as well, text wins. */
function read(
  key: string,
  text: string,
  schema: Schema | undefined,
  root: Schema,
  values: readonly Typed[],
): unknown {
  const kinds = schema === undefined ? [] : kindsOf(schema, root, 0);
  if (values.length > 1 && !kinds.includes('array') && kinds.length > 0) {
    throw wrongUsage(`"${key}" is given ${values.length} times, and the tool takes it once.`);
  }
  if (kinds.length === 0) return text;
  const exact = literalOf(schema ?? {}, text);
  if (exact !== undefined) return exact.value;
  for (const kind of kinds) {
    const reading = readAs(kind, text, schema, root);
    if (reading !== undefined) return reading.value;
  }
  if (kinds.includes('string')) return text;
  throw wrongUsage(`"${key}" cannot be "${text}"; the tool takes ${listed(kinds.map(inWords), 'or')}.`);
}

type Reading = { readonly value: unknown } | undefined;

function readAs(kind: string, text: string, schema: Schema | undefined, root: Schema): Reading {
  switch (kind) {
    case 'integer':
      return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text))
        ? { value: Number(text) }
        : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? { value: Number(text) } : undefined;
    case 'boolean':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : undefined;
    case 'null':
      return text === 'null' ? { value: null } : undefined;
    case 'object':
      return ofShape(text, (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
    case 'array':
      return ofShape(text, Array.isArray) ?? oneItem(text, schema, root);
    default:
      return undefined;
  }
}

/** `tag=red` for a list of texts is a list of one. */
function oneItem(text: string, schema: Schema | undefined, root: Schema): Reading {
  const items = schema?.['items'];
  const kinds = isRecord(items) ? kindsOf(items, root, 0) : ['string'];
  if (text === '') return { value: [] };
  for (const kind of kinds) {
    const reading = kind === 'array' ? undefined : readAs(kind, text, undefined, root);
    if (reading !== undefined) return { value: [reading.value] };
  }
  return kinds.length === 0 || kinds.includes('string') ? { value: [text] } : undefined;
}

function ofShape(text: string, fits: (value: unknown) => boolean): Reading {
  try {
    const value: unknown = JSON.parse(text);
    return fits(value) ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** Where the schema lists what is allowed, the text stands for the one that reads like it. */
function literalOf(schema: Schema, text: string): Reading {
  const allowed = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : [];
  const found = allowed.find((value) => (typeof value === 'string' ? value : JSON.stringify(value)) === text);
  return found === undefined ? undefined : { value: found };
}

/** References may go round in a circle. */
const deepest = 8;

function kindsOf(schema: Schema, root: Schema, depth: number): readonly string[] {
  if (depth > deepest) return [];
  const { type, $ref: reference } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String);
  if (typeof reference === 'string') {
    const target = resolved(reference, root);
    return target === undefined ? [] : kindsOf(target, root, depth + 1);
  }
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const options = schema[key];
    if (!Array.isArray(options)) continue;
    return [...new Set(options.filter(isRecord).flatMap((option) => kindsOf(option, root, depth + 1)))];
  }
  const allowed = Array.isArray(schema['enum']) ? schema['enum'] : [];
  return [...new Set(allowed.map((value) => (value === null ? 'null' : typeof value)))];
}

function resolved(reference: string, root: Schema): Schema | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isRecord(at) ? at : undefined;
}

function json(key: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrongUsage(`What follows "${key}:=" is no JSON; text needs quotes there, or write ${key}=text.`);
  }
}

function inWords(kind: string): string {
  const words: Readonly<Record<string, string>> = {
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    null: 'null',
    object: 'an object as JSON',
    array: 'a list as JSON',
    string: 'text',
  };
  return words[kind] ?? kind;
}

function listed(words: readonly string[], and: 'and' | 'or' = 'and'): string {
  const quoted = and === 'and' ? words.map((word) => `"${word}"`) : words;
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${and} ${quoted.at(-1)}`;
}

function schemaAt(properties: Schema, key: string): Schema | undefined {
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return isRecord(schema) ? schema : undefined;
}

function recordIn(schema: Schema, key: string): Schema {
  const value = schema[key];
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
