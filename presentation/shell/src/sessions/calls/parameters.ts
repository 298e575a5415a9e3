import { artifactOfLink } from '@loggia/protocol';
import { isObject, spelled } from '../../forms/schema-form.ts';

/** A value in a tool's input, as a person reads it. Nothing is left out of it. */
export type ParameterValue =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** May be an artifact: the host knows. `text` is what the input says. */
  | { readonly kind: 'artifact'; readonly id: string; readonly text: string }
  | { readonly kind: 'list'; readonly values: readonly ParameterValue[] }
  | { readonly kind: 'json'; readonly text: string };

export interface Parameter {
  readonly name: string;
  readonly label: string;
  readonly value: ParameterValue;
}

const mostParameters = 50;
const mostInList = 20;
const longestWords = 200;

/** The parameters in the input of a call; undefined where it is better read as it is. */
export function parametersIn(input: string): readonly Parameter[] | undefined {
  const given = parsed(input);
  if (!isObject(given)) return undefined;
  const entries = Object.entries(given);
  if (entries.length === 0 || entries.length > mostParameters) return undefined;
  const labels = entries.map(([name]) => spelled(name));
  // Two names that look alike are told apart by what they are.
  const isClear = new Set(labels).size === labels.length;
  return entries.map(([name, value]) => ({
    name,
    label: isClear ? spelled(name) : name,
    value: readable(value),
  }));
}

function readable(value: unknown): ParameterValue {
  if (typeof value === 'string') return readableText(value);
  if (value === null) return { kind: 'words', text: 'None' };
  if (typeof value === 'boolean') return { kind: 'words', text: value ? 'Yes' : 'No' };
  if (typeof value === 'number') return { kind: 'words', text: String(value) };
  if (Array.isArray(value) && value.length <= mostInList && value.every(isPlain)) {
    if (value.length === 0) return { kind: 'words', text: 'None' };
    return { kind: 'list', values: value.map(readable) };
  }
  return { kind: 'json', text: JSON.stringify(value, undefined, 2) };
}

function readableText(text: string): ParameterValue {
  if (text.trim() === '') return { kind: 'words', text: text === '' ? 'Empty' : JSON.stringify(text) };
  const id = artifactOfLink(text) ?? (uuid.test(text) ? text : undefined);
  if (id !== undefined) return { kind: 'artifact', id, text };
  return { kind: text.includes('\n') || text.length > longestWords ? 'text' : 'words', text };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Short enough for a place among others. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= longestWords && !value.includes('\n');
  return typeof value === 'number' || typeof value === 'boolean';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
