import { isVisibleTo, uiOf, type McpTool } from '@loggia/mcp';
import { serverResult, type ToolDefinition } from '@loggia/protocol';
import { allowedDefinition } from '../decisions/fingerprint.ts';
import type { OfferedTool } from '@loggia/sessions/equipment';
import { nameTools } from './tool-names.ts';

export interface ServerTools {
  readonly server: string;
  readonly serverName: string;
  readonly tools: readonly McpTool[];
}

/** A tool under the name that agents call it by. */
export interface NamedTool {
  readonly name: string;
  readonly server: string;
  readonly tool: McpTool;
}

/** The tools that agents can use; `taken` are the names of clients' tools, which keep theirs. */
export function offerTools(servers: readonly ServerTools[], taken: ReadonlySet<string>): NamedTool[] {
  const tools = servers.flatMap(({ server, serverName, tools: all }) =>
    // A name that a server lists twice means one tool: a call couldn't tell them apart.
    [...new Map(all.filter(isOffered).map((tool) => [tool.name, tool])).values()].map((tool) => ({
      server,
      serverName,
      name: tool.name,
      tool,
    })),
  );
  const names = nameTools(tools, taken);
  return tools.map(({ server, tool }, index) => ({ name: names[index] ?? tool.name, server, tool }));
}

/** The size of one definition as JSON. Every client of the session gets it, and every model that works in it. */
const maxDefinition = 256 * 1024;
const sizes = new WeakMap<McpTool, number>();

function isOffered(tool: McpTool): boolean {
  const size = sizes.get(tool) ?? JSON.stringify(tool).length;
  sizes.set(tool, size);
  return size <= maxDefinition && isVisibleTo(tool, 'model');
}

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** The tool in the protocol's format. Values of the wrong type are ignored. */
export function definitionOf({ name, tool }: { name: string; tool: McpTool }): ToolDefinition {
  const { title, description, inputSchema, outputSchema, annotations, _meta } = tool;
  return {
    name,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(isObject(inputSchema) && { inputSchema }),
    ...(isObject(outputSchema) && { outputSchema }),
    ...(isObject(annotations) && { annotations: wellTyped(annotations) }),
    ...(isObject(_meta) && { _meta }),
  };
}

function wellTyped(
  annotations: Readonly<Record<string, unknown>>,
): NonNullable<ToolDefinition['annotations']> {
  const known = new Map<string, string>([
    ['title', 'string'],
    ...hints.map((hint) => [hint, 'boolean'] as const),
  ]);
  return Object.fromEntries(
    Object.entries(annotations).filter(([key, value]) => (known.get(key) ?? typeof value) === typeof value),
  );
}

/** A page for the Apps SDK of ChatGPT. It isn't run; clients can say so. */
const foreignPage = 'openai/outputTemplate';

/** The metadata for a call of the tool. */
export function metaOf({ name, tool }: Pick<NamedTool, 'name' | 'tool'>): OfferedTool['meta'] {
  const meta = pageOf(tool);
  // Only a View asks for it, to be told about its tool as its server defines it.
  return meta?.['ui'] !== undefined && name !== tool.name ? serverResult.withTool(meta, tool.name) : meta;
}

function pageOf(tool: McpTool): OfferedTool['meta'] {
  const ui = uiOf(tool);
  const foreign = tool._meta?.[foreignPage];
  if (ui?.['resourceUri'] !== undefined || typeof foreign !== 'string') return ui && { ui };
  return { ...(ui && { ui }), [foreignPage]: foreign };
}

const offered = new WeakMap<NamedTool, { readonly definition: string; readonly tool: OfferedTool }>();

/** `definition` is the fingerprint of its server's. Every step of a turn asks for all tools, so they are made once. */
export function offeredTool(named: NamedTool, definition: string): OfferedTool {
  const known = offered.get(named);
  if (known?.definition === definition) return known.tool;
  const tool = offeredAs(named, definition);
  offered.set(named, { definition, tool });
  return tool;
}

function offeredAs({ name, server, tool }: NamedTool, definition: string): OfferedTool {
  const { annotations } = definitionOf({ name: tool.name, tool });
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  return {
    customizationId: server,
    displayName: displayNameOf(tool),
    ownName: tool.name,
    definition: allowedDefinition(definition, tool),
    meta: metaOf({ name, tool }),
    annotations: annotations && {
      ...(readOnlyHint !== undefined && { readOnlyHint }),
      ...(destructiveHint !== undefined && { destructiveHint }),
      ...(openWorldHint !== undefined && { openWorldHint }),
    },
  };
}

export function displayNameOf(tool: McpTool): string {
  const title = tool.title ?? tool.annotations?.['title'];
  return typeof title === 'string' && title !== '' ? title : tool.name;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
