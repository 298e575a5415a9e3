import { isObject, makeForm, type FormField, type JsonSchema } from '../forms/schema-form.ts';

/** A property that no type describes. It is edited as what it was when it was first seen. */
export interface FreeRow {
  readonly key: string;
  readonly schema: JsonSchema;
}

export function freeRows(context: unknown): readonly FreeRow[] {
  if (!isObject(context)) return [];
  return Object.entries(context).map(([key, value]) => ({ key, schema: schemaOf(key, value) }));
}

/** The rows that are there, and those that somebody else added meanwhile. */
export function withNewRows(rows: readonly FreeRow[], context: unknown): readonly FreeRow[] {
  const known = new Set(rows.map(({ key }) => key));
  return [...rows, ...freeRows(context).filter(({ key }) => !known.has(key))];
}

export function freeFields(rows: readonly FreeRow[], context: unknown): readonly FormField[] {
  const properties = Object.fromEntries(rows.map(({ key, schema }) => [key, schema]));
  // None of them is optional: emptying a text doesn't take the property away.
  return makeForm({ type: 'object', properties, required: Object.keys(properties) }, {}, context) ?? [];
}

function schemaOf(title: string, value: unknown): JsonSchema {
  switch (typeof value) {
    case 'string':
      return { title, type: 'string', ...(value.includes('\n') && { maxLength: Number.MAX_SAFE_INTEGER }) };
    case 'number':
    case 'boolean':
      return { title, type: typeof value };
    default:
      return { title };
  }
}

/** Why a property can't be added under that name; undefined where it can. */
export function problemOfName(name: string, rows: readonly FreeRow[]): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  if (rows.some(({ key }) => key === name.trim())) return `There is a property “${name.trim()}” already.`;
  return undefined;
}
