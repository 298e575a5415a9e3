import { viewToolLimits, viewToolMark, type ToolDefinition, type ViewTool } from '@loggia/protocol';
import { asLabel } from '../ui/foreign-words.ts';
import { digest } from './identity.ts';

type Json = Readonly<Record<string, unknown>>;

/** The View that offers tools. */
export type ToolSource = Omit<ViewTool, 'name'>;

export interface BoundedTools {
  /** As the session lists them. */
  readonly tools: readonly ToolDefinition[];
  /** Tools that can't be offered, as sentences for the user. */
  readonly leftOut: readonly string[];
}

const longestName = 64;

/**
 * The name of a View's tool in its session. It depends on the View and the tool alone, so every browser that shows the
 * View calls it the same, and two Views never share a name.
 */
export function viewToolName(view: string, tool: string): string {
  const prefix = `view_${digest(view).slice(0, 8)}_`;
  const room = longestName - prefix.length;
  const plain = tool.replaceAll(/[^A-Za-z0-9_-]+/g, '_');
  if (plain === tool && tool.length <= room) return `${prefix}${tool}`;
  const ending = `_${digest(tool).slice(0, 6)}`;
  return `${prefix}${plain.slice(0, room - ending.length)}${ending}`;
}

/** The tools that a View lists, within the limits. Nothing in the list is trusted. */
export function boundedTools(listed: readonly unknown[], source: ToolSource): BoundedTools {
  const { perView, definitions } = viewToolLimits;
  const tools = new Map<string, ToolDefinition>();
  const leftOut: string[] = [];
  let room: number = definitions;
  for (const item of listed.slice(0, mostRead)) {
    const { name: own } = isObject(item) ? item : {};
    if (typeof own !== 'string' || own === '' || own.length > longestOwnName || !isObject(item)) {
      leftOut.push('A tool without a usable name.');
      continue;
    }
    const label = `“${asLabel(own)}”`;
    const name = viewToolName(source.view, own);
    const made = definitionOf(item, { ...source, name: own }, name);
    const length = typeof made === 'string' ? 0 : JSON.stringify(made).length;
    if (typeof made === 'string') leftOut.push(`${label}: ${made}`);
    else if (tools.has(name)) leftOut.push(`${label}: It is listed twice.`);
    else if (tools.size >= perView) leftOut.push(`${label}: A View can offer at most ${perView} tools.`);
    else if (length > room) leftOut.push(`${label}: The definitions of this View are too long together.`);
    else {
      room -= length;
      tools.set(name, made);
    }
  }
  const unread = listed.length - mostRead;
  if (unread > 0) leftOut.push(`${unread} more tools weren’t looked at.`);
  return { tools: [...tools.values()], leftOut };
}

/** The most tools of a list that are looked at. */
const mostRead = 200;
const longestOwnName = 1000;

/** The definition, or the reason why it can't be offered. */
function definitionOf(item: Json, tool: ViewTool, name: string): ToolDefinition | string {
  const { title, description, inputSchema = { type: 'object' }, annotations } = item;
  const limits = viewToolLimits;
  if (!isObject(inputSchema) || inputSchema['type'] !== 'object')
    return 'Its input schema doesn’t describe an object.';
  if (JSON.stringify(inputSchema).length > limits.schema) return 'Its input schema is too long.';
  const hints = hintsIn(annotations);
  return {
    name,
    title: asLabel(typeof title === 'string' && title.trim() !== '' ? title : tool.name).slice(
      0,
      limits.title,
    ),
    ...(typeof description === 'string' &&
      description !== '' && { description: cut(description, limits.description) }),
    inputSchema,
    ...(hints && { annotations: hints }),
    _meta: viewToolMark(tool),
  };
}

const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function hintsIn(annotations: unknown): ToolDefinition['annotations'] {
  if (!isObject(annotations)) return undefined;
  const hints = hintNames.flatMap((name) => {
    const value = annotations[name];
    return typeof value === 'boolean' ? [[name, value] as const] : [];
  });
  return hints.length === 0 ? undefined : Object.fromEntries(hints);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
