import type { Preview } from './files/preview.ts';
import { valueAt } from './json-pointer.ts';
import { wellFormed } from './well-formed.ts';

export interface PreviewField {
  readonly label: string;
  readonly as: 'text' | 'count' | 'date' | 'sum';
  readonly value: string | number;
}

export interface ShownPreview {
  readonly text?: string;
  readonly fields?: readonly PreviewField[];
  readonly progress?: { readonly done: number; readonly total: number };
}

const longestText = 400;
const longestValue = 120;

function shortened(text: string, longest: number): string {
  // Limited in length: the text may be as large as an artifact.
  const plain = wellFormed(text.slice(0, longest * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

function textOf(value: unknown, longest: number): string | undefined {
  if (typeof value === 'string') return shortened(value, longest) || undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function countOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function sumOf(value: unknown, of: string): number | undefined {
  if (typeof value === 'number') return countOf(value);
  if (!Array.isArray(value)) return undefined;
  let sum = 0;
  for (const item of value) {
    const amount = valueAt(item, of);
    if (typeof amount === 'number') sum += amount;
  }
  return Number.isFinite(sum) ? sum : undefined;
}

function dateOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  return /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/**
 * The preview of a context for a card. Missing values and values of the wrong type are left out. Never throws, and the
 * result is small whatever the context.
 */
export function previewOf(preview: Preview | undefined, context: unknown): ShownPreview {
  if (preview === undefined) return {};
  const text = preview.text === undefined ? undefined : textOf(valueAt(context, preview.text), longestText);
  const fields = (preview.fields ?? []).flatMap(({ label, path, as = 'text', of = '' }): PreviewField[] => {
    const found = valueAt(context, path);
    const value = {
      text: () => textOf(found, longestValue),
      count: () => countOf(found),
      date: () => dateOf(found),
      sum: () => sumOf(found, of),
    }[as]();
    return value === undefined ? [] : [{ label, as, value }];
  });
  const done = preview.progress && countOf(valueAt(context, preview.progress.done));
  const total = preview.progress && countOf(valueAt(context, preview.progress.total));
  return {
    ...(text !== undefined && { text }),
    ...(fields.length > 0 && { fields }),
    ...(done !== undefined &&
      total !== undefined &&
      total > 0 && { progress: { done: Math.min(Math.max(done, 0), total), total } }),
  };
}
