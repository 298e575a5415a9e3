import { isObject, type FormField, type JsonSchema } from './schema-form.ts';
import { valueAt } from './pointer.ts';

export interface Complaint {
  /** A value that is missing is not yet a mistake while somebody still fills in the form. */
  readonly kind: 'missing' | 'invalid';
  readonly text: string;
}

/** Problems by JSON pointer. */
export type Complaints = ReadonlyMap<string, Complaint>;

/** Finds obvious mistakes, before the receiver validates the value. */
export function checkForm(fields: readonly FormField[], root: unknown): Complaints {
  const found = new Map<string, Complaint>();
  const visit = (field: FormField): void => {
    const value = valueAt(root, field.pointer);
    const complaint = complaintAbout(field, value);
    if (complaint !== undefined) found.set(field.pointer, complaint);
    // An optional group that is absent has nothing inside to complain about.
    if (field.kind === 'group' && (value !== undefined || field.isRequired)) field.fields.forEach(visit);
    if (field.kind === 'list') field.items.forEach(visit);
  };
  fields.forEach(visit);
  return found;
}

function complaintAbout(field: FormField, value: unknown): Complaint | undefined {
  if (value === undefined) {
    return field.isRequired && field.kind !== 'group'
      ? { kind: 'missing', text: `${field.label} is required.` }
      : undefined;
  }
  const text = mistakeIn(field, value);
  return text === undefined ? undefined : { kind: 'invalid', text };
}

function mistakeIn(field: FormField, value: unknown): string | undefined {
  const { schema } = field;
  if (value === null && allows(schema, 'null')) return undefined;
  if (field.kind === 'value' && field.options.length > 0) {
    const isOffered = field.options.some((option) => JSON.stringify(option.value) === JSON.stringify(value));
    return isOffered ? undefined : 'Choose one of the options.';
  }
  const { type } = schema;
  if (type !== undefined && !kindsOf(value).some((kind) => allows(schema, kind))) {
    return `Must be ${nameOf(type)}.`;
  }
  if (typeof value === 'number') return mistakeInNumber(schema, value);
  if (typeof value === 'string') return mistakeInText(schema, value);
  if (Array.isArray(value)) return mistakeInList(schema, value);
  return undefined;
}

function mistakeInNumber(schema: JsonSchema, value: number): string | undefined {
  const limit = (key: string): number | undefined =>
    typeof schema[key] === 'number' ? (schema[key] as number) : undefined;
  const [least, most] = [limit('minimum'), limit('maximum')];
  const [above, below] = [limit('exclusiveMinimum'), limit('exclusiveMaximum')];
  if (least !== undefined && value < least) return `Must be ${least} or more.`;
  if (most !== undefined && value > most) return `Must be ${most} or less.`;
  if (above !== undefined && value <= above) return `Must be more than ${above}.`;
  if (below !== undefined && value >= below) return `Must be less than ${below}.`;
  const step = limit('multipleOf');
  if (step !== undefined && step > 0 && Math.abs(value / step - Math.round(value / step)) > 1e-9) {
    return `Must be a multiple of ${step}.`;
  }
  return undefined;
}

/** Expressions can be made to take forever on long texts; the host has a guarded way to check those. */
const longestMatched = 1000;

function mistakeInText(schema: JsonSchema, value: string): string | undefined {
  const { minLength, maxLength, pattern, format } = schema;
  const length = Array.from(value.slice(0, 100_000)).length;
  if (typeof minLength === 'number' && length < minLength) {
    return minLength === 1 ? 'Must not be empty.' : `Must have ${minLength} characters or more.`;
  }
  if (typeof maxLength === 'number' && length > maxLength)
    return `Must have ${maxLength} characters or less.`;
  if (typeof pattern === 'string' && value.length <= longestMatched && !matches(pattern, value)) {
    return `Must look like ${pattern}.`;
  }
  if (format === 'date' && !isDay(value)) return 'Must be a date such as 2026-03-31.';
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'Must be an email address.';
  if (format === 'uri' && !URL.canParse(value)) return 'Must be a URL such as https://example.com.';
  return undefined;
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

function mistakeInList(schema: JsonSchema, value: readonly unknown[]): string | undefined {
  const { minItems, maxItems, uniqueItems } = schema;
  if (typeof minItems === 'number' && value.length < minItems) return `Must have ${minItems} or more.`;
  if (typeof maxItems === 'number' && value.length > maxItems) return `Must have ${maxItems} or less.`;
  if (uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length) {
    return 'Must not contain duplicates.';
  }
  return undefined;
}

function allows({ type }: JsonSchema, kind: string): boolean {
  return Array.isArray(type) ? type.includes(kind) : type === kind;
}

function kindsOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return isObject(value) ? ['object'] : [typeof value];
}

const names: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of values',
  null: 'empty',
};

function nameOf(type: unknown): string {
  const given = (Array.isArray(type) ? type : [type]).map((each) => names[String(each)] ?? String(each));
  return given.join(' or ');
}
