import type { McpTool } from '../connection.ts';

export type Audience = 'model' | 'app';

const flatUriKey = 'ui/resourceUri';

/** The tool's View metadata, verbatim; the older flat key is converted to the same form. */
export function uiOf(tool: Pick<McpTool, '_meta'>): Readonly<Record<string, unknown>> | undefined {
  const ui = tool._meta?.['ui'];
  const flat = tool._meta?.[flatUriKey];
  const nested = isObject(ui) ? ui : undefined;
  if (typeof flat !== 'string' || nested?.['resourceUri'] !== undefined) return nested;
  return { ...nested, resourceUri: flat };
}

/** By default, both can use it. An empty list means nobody. */
export function isVisibleTo(tool: Pick<McpTool, '_meta'>, audience: Audience): boolean {
  const visibility = uiOf(tool)?.['visibility'];
  // A single word isn't what the specification asks for, but its meaning is clear, and it is a restriction.
  if (typeof visibility === 'string') return visibility === audience;
  return !Array.isArray(visibility) || visibility.includes(audience);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
