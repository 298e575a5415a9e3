import type { McpTool } from '../connection.ts';

export type Audience = 'model' | 'app';

const flatUriKey = 'ui/resourceUri';

/** What the tool says of its View, verbatim; the older flat key is brought into the same form. */
export function uiOf(tool: Pick<McpTool, '_meta'>): Readonly<Record<string, unknown>> | undefined {
  const ui = tool._meta?.['ui'];
  const flat = tool._meta?.[flatUriKey];
  const nested = isObject(ui) ? ui : undefined;
  if (typeof flat !== 'string' || nested?.['resourceUri'] !== undefined) return nested;
  return { ...nested, resourceUri: flat };
}

/** Unless the tool says otherwise, both may use it. An empty list says: nobody. */
export function isVisibleTo(tool: Pick<McpTool, '_meta'>, audience: Audience): boolean {
  const visibility = uiOf(tool)?.['visibility'];
  // A lone word is not what the specification asks for, but it is clear what it means, and that is less than all.
  if (typeof visibility === 'string') return visibility === audience;
  return !Array.isArray(visibility) || visibility.includes(audience);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
