import { errorTable } from '@loggia/protocol';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { CommandDefinition, ToolTraits } from '../../commands/table.ts';
import { toldToClients } from '../../wire/told-to-clients.ts';
import type { Report } from '../api/answer.ts';
import { paramsSchema, resultSchema, shortName } from '../command-shape.ts';

/** How much of a result is repeated as text, for clients that show a model nothing else. */
const mostText = 20_000;

export interface OfferedTool {
  readonly command: string;
  readonly shows: Pick<ToolTraits, 'text' | 'links'>;
  readonly tool: Tool;
}

/** The commands offered to agents, by the names of their tools. */
export function offeredTools(
  table: ReadonlyMap<string, CommandDefinition>,
): ReadonlyMap<string, OfferedTool> {
  const found = new Map<string, OfferedTool>();
  for (const [command, definition] of table) {
    const { tool: traits, says } = definition;
    if (!traits) continue;
    const name = traits.name ?? snakeCase(shortName(command));
    const tool: Tool = {
      name,
      title: titleOf(name),
      ...(says !== undefined && { description: says }),
      inputSchema: paramsSchema(command, definition) as Tool['inputSchema'],
      outputSchema: resultSchema(definition) as Tool['inputSchema'],
      annotations: {
        readOnlyHint: traits.readOnly,
        destructiveHint: traits.destructive,
        openWorldHint: false,
      },
    };
    if (found.has(name)) throw new Error(`Two commands would be the tool ${name}.`);
    found.set(name, { command, tool, shows: traits });
  }
  return found;
}

/** `commit_artifacts` is shown to people as `Commit artifacts`. */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function succeeded(result: unknown, shows: OfferedTool['shows']): CallToolResult {
  const text = shows.text?.(result) ?? JSON.stringify(result ?? {});
  const shown =
    text.length <= mostText
      ? text
      : `${text.slice(0, mostText)}\n… cut after ${mostText} of ${text.length} characters. Ask for less at a time with "limit" and go on with "cursor" or "offset".`;
  return {
    content: [
      { type: 'text', text: shown },
      ...(shows.links?.(result) ?? []).map((link) => ({ type: 'resource_link' as const, ...link })),
    ],
    structuredContent: (result ?? {}) as Record<string, unknown>,
  };
}

/** A model can correct a mistake it is told about; internal errors are reported instead. */
export function failedCall(error: unknown, report: Report): CallToolResult {
  const told = toldToClients(error);
  if (!told) report('A tool of the host failed', error);
  return {
    isError: true,
    content: [{ type: 'text', text: told?.message ?? errorTable.InternalError.say }],
  };
}
