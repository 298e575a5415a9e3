import { isRaster } from '../ui/inert-formats.ts';

/** A piece of a tool's result that can be shown; `at` is its place. */
export type ResultPart =
  | { readonly kind: 'text'; readonly at: number; readonly text: string; readonly label?: string }
  | { readonly kind: 'picture'; readonly at: number; readonly source: string };

const longest = 100_000;
const mostParts = 50;

export function partsOf(result: {
  readonly content?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly structuredContent?: unknown;
}): readonly ResultPart[] {
  const parts = (result.content ?? []).slice(0, mostParts).map(partOf);
  if (result.structuredContent === undefined) {
    return parts.length > 0 ? parts : [{ kind: 'text', at: 0, text: 'Nothing.' }];
  }
  const text = cut(JSON.stringify(result.structuredContent, null, 2) ?? '');
  return [...parts, { kind: 'text', at: parts.length, text, label: 'Structured' }];
}

function partOf(block: Readonly<Record<string, unknown>>, at: number): ResultPart {
  const { type, text, data, mimeType } = block;
  if (type === 'text' && typeof text === 'string') return { kind: 'text', at, text: cut(text) };
  const isPicture =
    type === 'image' && typeof mimeType === 'string' && isRaster(mimeType) && typeof data === 'string';
  if (isPicture && /^[A-Za-z0-9+/=\s]*$/.test(data)) {
    return { kind: 'picture', at, source: `data:${mimeType};base64,${data}` };
  }
  return { kind: 'text', at, text: cut(JSON.stringify(block, shortened, 2)), label: String(type) };
}

/** Binary data in a text means nothing to people. */
function shortened(key: string, value: unknown): unknown {
  const isBytes = (key === 'data' || key === 'blob') && typeof value === 'string' && value.length > 100;
  return isBytes ? `${value.length} characters of base64` : value;
}

function cut(text: string): string {
  return text.length > longest
    ? `${text.slice(0, longest)}\n… ${text.length - longest} more characters`
    : text;
}
