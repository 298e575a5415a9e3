import { errorTable } from '@loggia/protocol';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { CommandDefinition } from '../../commands/table.ts';
import { toldToClients } from '../../wire/told-to-clients.ts';
import type { Report } from '../api/answer.ts';
import { paramsSchema, shortName } from '../command-shape.ts';

/** How much of a result is repeated as text, for clients that show a model nothing else. */
const mostText = 20_000;

export interface OfferedTool {
  readonly command: string;
  readonly tool: Tool;
}

/** The commands that agents are offered, by the names of their tools. */
export function offeredTools(
  table: ReadonlyMap<string, CommandDefinition>,
): ReadonlyMap<string, OfferedTool> {
  const found = new Map<string, OfferedTool>();
  for (const [command, definition] of table) {
    const { tool: traits, says } = definition;
    if (!traits) continue;
    const name = traits.name ?? snakeCase(shortName(command));
    const { additionalProperties: _, ...inputSchema } = paramsSchema(command, definition);
    const tool: Tool = {
      name,
      ...(says !== undefined && { description: says }),
      inputSchema: inputSchema as Tool['inputSchema'],
      annotations: {
        readOnlyHint: traits.readOnly,
        destructiveHint: traits.destructive,
        openWorldHint: false,
      },
    };
    if (found.has(name)) throw new Error(`Two commands would be the tool ${name}.`);
    found.set(name, { command, tool });
  }
  return found;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function succeeded(result: unknown): CallToolResult {
  const text = JSON.stringify(result ?? {});
  const shown =
    text.length <= mostText
      ? text
      : `${text.slice(0, mostText)}\n… cut after ${mostText} of ${text.length} characters. Ask for less at a time with "limit" and go on with "cursor" or "offset".`;
  return {
    content: [{ type: 'text', text: shown }],
    structuredContent: (result ?? {}) as Record<string, unknown>,
  };
}

/** A model can mend what it is told; what is none of its business is reported instead. */
export function failedCall(error: unknown, report: Report): CallToolResult {
  const told = toldToClients(error);
  if (!told) report('A tool of the host failed', error);
  return {
    isError: true,
    content: [{ type: 'text', text: told?.message ?? errorTable.InternalError.say }],
  };
}
