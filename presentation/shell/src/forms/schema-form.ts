import {
  requiredNames,
  resolveSchema,
  schemaChoices,
  schemaProperties,
  soleType,
  type JsonSchema,
  type SchemaChoice,
} from '@loggia/protocol';
import { pointerTo } from './pointer.ts';

export type { JsonSchema };

/** The contents of `ui.json`. */
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
  | (About & { readonly kind: 'value'; readonly widget: Widget; readonly options: readonly SchemaChoice[] })
  | (About & { readonly kind: 'group'; readonly fields: readonly FormField[] })
  | (About & { readonly kind: 'list'; readonly items: readonly FormField[]; readonly fresh: unknown })
  | (About & { readonly kind: 'json' });

/** Forms are for people: deeper or longer values are edited as JSON. */
const deepest = 6;
const mostFields = 500;

interface Making {
  readonly root: JsonSchema;
  readonly hints: FormHints;
  left: number;
}

/** The form for a value as it is now; undefined where the schema does not describe an object. */
export function makeForm(
  root: JsonSchema,
  hints: FormHints,
  value: unknown,
): readonly FormField[] | undefined {
  const making: Making = { root, hints, left: mostFields };
  const schema = resolved(root, making);
  if (!isObject(schema['properties'])) return undefined;
  return groupFields(schema, '', value, 0, making);
}

/** The initial values of a form: defaults, and empty required values. */
export function startingValues(root: JsonSchema): Readonly<Record<string, unknown>> {
  const making: Making = { root, hints: {}, left: mostFields };
  const schema = resolved(root, making);
  const required = requiredNames(schema);
  const entries = Object.entries(schemaProperties(schema) ?? {}).flatMap(([key, given]) => {
    const inner = resolved(asObject(given), making);
    if (Object.hasOwn(inner, 'default')) return [[key, inner['default']]];
    const type = typeIn(inner, undefined);
    const isEmptyAtFirst = type === 'boolean' || type === 'array' || type === 'object';
    if (!required.has(key) || !isEmptyAtFirst || optionsIn(inner, making).length > 0) return [];
    return [[key, type === 'boolean' ? false : type === 'array' ? [] : {}]];
  });
  return Object.fromEntries(entries);
}

function groupFields(
  schema: JsonSchema,
  pointer: string,
  value: unknown,
  depth: number,
  making: Making,
): readonly FormField[] {
  const properties = Object.entries(schemaProperties(schema) ?? {});
  const required = requiredNames(schema);
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
  const options = optionsIn(schema, making);
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

function resolved(schema: JsonSchema, { root }: Making): JsonSchema {
  return resolveSchema(schema, root) ?? {};
}

/** The type of the control. Where several are allowed, the value at hand decides. */
function typeIn(schema: JsonSchema, value: unknown): string | undefined {
  const only = soleType(schema);
  if (only !== undefined) return only;
  if (Array.isArray(schema['type'])) return schema['type'].find((each) => each === typeof value) as string;
  if (isObject(schema['properties'])) return 'object';
  return isObject(schema['items']) ? 'array' : undefined;
}

/** More are too many to choose from, and slow to show. */
const mostOptions = 1000;

function optionsIn(schema: JsonSchema, { root }: Making): readonly SchemaChoice[] {
  const choices = schemaChoices(schema, root);
  return choices.length > mostOptions ? [] : choices;
}

/** The initial value of a new list item. */
function blank(given: JsonSchema, making: Making, depth: number): unknown {
  const schema = resolved(given, making);
  if (Object.hasOwn(schema, 'default')) return schema['default'];
  const [first] = optionsIn(schema, making);
  if (first) return first.value;
  switch (typeIn(schema, undefined)) {
    case 'object': {
      const required = requiredNames(schema);
      const inner = Object.entries(schemaProperties(schema) ?? {}).filter(([key]) => required.has(key));
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
export function spelled(key: string): string {
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
