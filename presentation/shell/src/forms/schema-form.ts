import { pointerTo } from './pointer.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What `ui.json` says. */
export interface FormHints {
  readonly order?: readonly string[];
  readonly fields?: Readonly<
    Record<string, { readonly label?: string; readonly widget?: string; readonly help?: string }>
  >;
}

export type Widget = 'text' | 'textarea' | 'number' | 'select' | 'checkbox' | 'date' | 'color';

interface About {
  readonly pointer: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** A place in the form. `json`: too free for a control of its own, so it is edited as JSON. */
export type FormField =
  | (About & { readonly kind: 'value'; readonly widget: Widget; readonly options: readonly Option[] })
  | (About & { readonly kind: 'group'; readonly fields: readonly FormField[] })
  | (About & { readonly kind: 'list'; readonly items: readonly FormField[]; readonly fresh: unknown })
  | (About & { readonly kind: 'json' });

export interface Option {
  readonly value: unknown;
  readonly label: string;
}

/** Forms are for people: what is nested deeper, or longer, is edited as JSON. */
const deepest = 6;
const mostFields = 500;

interface Making {
  readonly root: JsonSchema;
  readonly hints: FormHints;
  left: number;
}

/** The form for a context as it is now; undefined where the schema does not describe an object. */
export function makeForm(
  root: JsonSchema,
  hints: FormHints,
  context: unknown,
): readonly FormField[] | undefined {
  const making: Making = { root, hints, left: mostFields };
  const schema = resolved(root, making);
  if (!isObject(schema['properties'])) return undefined;
  return groupFields(schema, '', context, 0, making);
}

function groupFields(
  schema: JsonSchema,
  pointer: string,
  value: unknown,
  depth: number,
  making: Making,
): readonly FormField[] {
  const properties = Object.entries(asObject(schema['properties']));
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const fields = properties.flatMap(([key, inner]) => {
    const at = pointerTo(pointer, key);
    const own = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    const made = fieldOf(asObject(inner), at, key, own, required.has(key), depth, making);
    return made ? [made] : [];
  });
  const { order = [] } = making.hints;
  const rank = (field: FormField): number => {
    const at = order.findIndex(
      (wanted) => wanted === field.pointer || field.pointer.startsWith(`${wanted}/`),
    );
    const inside = order.findIndex((wanted) => wanted.startsWith(`${field.pointer}/`));
    return at >= 0 ? at : inside >= 0 ? inside : order.length;
  };
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

function fieldOf(
  given: JsonSchema,
  pointer: string,
  key: string | number,
  value: unknown,
  isRequired: boolean,
  depth: number,
  making: Making,
): FormField | undefined {
  const schema = resolved(given, making);
  const hint = hintFor(pointer, making.hints);
  if (hint.widget === 'hidden') return undefined;
  making.left -= 1;
  const about: About = {
    pointer,
    label: hint.label ?? textIn(schema, 'title') ?? (typeof key === 'number' ? `${key + 1}` : spelled(key)),
    help: hint.help ?? textIn(schema, 'description'),
    isRequired,
    schema,
  };
  if (depth >= deepest || making.left <= 0) return { ...about, kind: 'json' };
  const type = typeIn(schema, value);
  if (type === 'object' && isObject(schema['properties'])) {
    return { ...about, kind: 'group', fields: groupFields(schema, pointer, value, depth + 1, making) };
  }
  if (type === 'array' && isObject(schema['items'])) {
    const inner = schema['items'];
    const items = (Array.isArray(value) ? value : []).flatMap((item, index) => {
      const at = pointerTo(pointer, index);
      return fieldOf(inner, at, index, item, true, depth + 1, making) ?? [];
    });
    return { ...about, kind: 'list', items, fresh: blank(inner, making, 0) };
  }
  const options = optionsIn(schema);
  if (options.length > 0) return { ...about, kind: 'value', widget: 'select', options };
  const widget = widgetFor(type, schema, hint.widget);
  return widget ? { ...about, kind: 'value', widget, options: [] } : { ...about, kind: 'json' };
}

function widgetFor(
  type: string | undefined,
  schema: JsonSchema,
  wanted: string | undefined,
): Widget | undefined {
  switch (type) {
    case 'boolean':
      return 'checkbox';
    case 'number':
    case 'integer':
      return 'number';
    case 'string': {
      if (wanted === 'textarea' || wanted === 'date' || wanted === 'color') return wanted;
      if (schema['format'] === 'date') return 'date';
      const longest = schema['maxLength'];
      return typeof longest === 'number' && longest > 200 ? 'textarea' : 'text';
    }
    default:
      return undefined;
  }
}

/** Hints for each item of a list may name any of them: `/lines/0/price`, or all: `*` in the place of the number. */
function hintFor(pointer: string, { fields = {} }: FormHints) {
  const names = [
    pointer,
    pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'),
    pointer.replaceAll(/\/\d+(?=\/|$)/g, '/0'),
  ];
  const name = names.find((each) => Object.hasOwn(fields, each));
  return (name === undefined ? undefined : fields[name]) ?? {};
}

/** Follows references within the schema; one that leads nowhere, or in circles, allows anything. */
function resolved(schema: JsonSchema, { root }: Making): JsonSchema {
  let at = schema;
  for (let step = 0; step < 20; step += 1) {
    const reference = at['$ref'];
    if (typeof reference !== 'string') return at;
    const { $ref: _, ...beside } = at;
    const target = reference === '#' ? root : placeIn(root, reference);
    if (!target) return {};
    at = { ...target, ...beside };
  }
  return {};
}

function placeIn(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const key of reference.slice(2).split('/')) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return isObject(at) ? at : undefined;
}

/** One type, where the schema leaves only one besides nothing at all. */
function typeIn(schema: JsonSchema, value: unknown): string | undefined {
  const { type } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter(
    (each) => each !== 'null' && typeof each === 'string',
  );
  if (types.length === 1) return types[0] as string;
  if (types.length > 1) return types.find((each) => each === typeof value) as string | undefined;
  if (isObject(schema['properties'])) return 'object';
  return isObject(schema['items']) ? 'array' : undefined;
}

function optionsIn(schema: JsonSchema): readonly Option[] {
  const choices = Array.isArray(schema['enum']) ? schema['enum'] : undefined;
  if (choices) return choices.map((value: unknown) => ({ value, label: wordFor(value) }));
  const among = schema['oneOf'] ?? schema['anyOf'];
  if (!Array.isArray(among)) return [];
  const constants = among.filter((each) => isObject(each) && Object.hasOwn(each, 'const')) as JsonSchema[];
  if (constants.length !== among.length) return [];
  return constants.map((each) => ({
    value: each['const'],
    label: textIn(each, 'title') ?? wordFor(each['const']),
  }));
}

function wordFor(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a new item of a list begins with. */
function blank(given: JsonSchema, making: Making, depth: number): unknown {
  const schema = resolved(given, making);
  if (Object.hasOwn(schema, 'default')) return schema['default'];
  const [first] = optionsIn(schema);
  if (first) return first.value;
  switch (typeIn(schema, undefined)) {
    case 'object': {
      const required = Array.isArray(schema['required']) ? schema['required'] : [];
      const inner = Object.entries(asObject(schema['properties'])).filter(([key]) => required.includes(key));
      return depth >= deepest
        ? {}
        : Object.fromEntries(inner.map(([key, each]) => [key, blank(asObject(each), making, depth + 1)]));
    }
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    default:
      return '';
  }
}

/** `dueDate` and `due_date` as people write it: "Due date". */
function spelled(key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? key : words[0]?.toUpperCase() + words.slice(1);
}

function textIn(schema: JsonSchema, key: string): string | undefined {
  const text = schema[key];
  return typeof text === 'string' && text !== '' ? text.slice(0, 500) : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(value: unknown): JsonSchema {
  return isObject(value) ? value : {};
}
