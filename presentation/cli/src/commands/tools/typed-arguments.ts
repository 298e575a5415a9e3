import {
  allowedTypes,
  choiceText,
  nearest,
  requiredNames,
  resolveSchema,
  schemaChoices,
  schemaProperties,
  type JsonSchema,
} from '@loggia/protocol';
import { wrongUsage } from '../../failure.ts';

export type ToolArguments = Readonly<Record<string, unknown>>;

/**
 * Turns `key=value` and `key:=json` into a tool's arguments: values get the types of its schema, and a repeated key
 * becomes a list. Throws with a correction; the tool itself validates everything else.
 */
export function typedArguments(words: readonly string[], inputSchema: JsonSchema = {}): ToolArguments {
  const properties = schemaProperties(inputSchema) ?? {};
  const typed = new Map<string, readonly Typed[]>();
  for (const word of words) {
    const one = split(word);
    checkKey(one.key, properties, inputSchema);
    typed.set(one.key, [...(typed.get(one.key) ?? []), one]);
  }
  const missing = [...requiredNames(inputSchema)].filter((key) => !typed.has(key));
  if (missing.length > 0) {
    throw wrongUsage(`The tool needs ${listed(missing)}. Add ${missing.map((key) => `${key}=…`).join(' ')}.`);
  }
  return Object.fromEntries(
    Array.from(typed, ([key, values]) => [
      key,
      valueOf(key, values, Object.hasOwn(properties, key) ? properties[key] : undefined, inputSchema),
    ]),
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
    throw wrongUsage(`"${word}" is not an argument. Write key=value, or key:=json for anything but text.`);
  }
  return { key, text: word.slice(at + 1), raw };
}

function checkKey(key: string, properties: JsonSchema, inputSchema: JsonSchema): void {
  if (Object.hasOwn(properties, key) || inputSchema['additionalProperties'] !== false) return;
  const known = Object.keys(properties);
  const meant = nearest(key, known);
  const hint =
    meant !== undefined
      ? `Did you mean "${meant}"?`
      : known.length === 0
        ? 'It takes none.'
        : `It takes ${listed(known)}.`;
  throw wrongUsage(`The tool has no argument "${key}". ${hint}`);
}

function valueOf(key: string, values: readonly Typed[], schema: unknown, root: JsonSchema): unknown {
  const readings = values.map(({ text, raw }) =>
    raw ? json(key, text) : read(key, text, schema, root, values),
  );
  return readings.length > 1 ? readings.flat() : readings[0];
}

/** Text that a schema allows as something else becomes that; where it allows text as well, text wins. */
function read(
  key: string,
  text: string,
  schema: unknown,
  root: JsonSchema,
  values: readonly Typed[],
): unknown {
  const kinds = allowedTypes(schema, root);
  if (values.length > 1 && !kinds.includes('array') && kinds.length > 0) {
    throw wrongUsage(`"${key}" is given ${values.length} times, and the tool takes it once.`);
  }
  if (kinds.length === 0) return text;
  const exact = literalOf(schema, root, text);
  if (exact !== undefined) return exact.value;
  for (const kind of kinds) {
    const reading = readAs(kind, text, schema, root);
    if (reading !== undefined) return reading.value;
  }
  if (kinds.includes('string')) return text;
  throw wrongUsage(`"${key}" cannot be "${text}". The tool takes ${listed(kinds.map(inWords), 'or')}.`);
}

type Reading = { readonly value: unknown } | undefined;

function readAs(kind: string, text: string, schema: unknown, root: JsonSchema): Reading {
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
function oneItem(text: string, schema: unknown, root: JsonSchema): Reading {
  const items = resolveSchema(resolveSchema(schema, root)?.['items'], root);
  const kinds = items ? allowedTypes(items, root) : ['string'];
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

/** Where the schema lists the allowed values, the text stands for the one it matches. */
function literalOf(schema: unknown, root: JsonSchema, text: string): Reading {
  const known = resolveSchema(schema, root) ?? {};
  const allowed = Object.hasOwn(known, 'const')
    ? [known['const']]
    : schemaChoices(known, root).map(({ value }) => value);
  const found = allowed.find((value) => choiceText(value) === text);
  return found === undefined ? undefined : { value: found };
}

function json(key: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw wrongUsage(
      `The value after "${key}:=" is not valid JSON. Put text in quotes there, or write ${key}=text.`,
    );
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
