import type { McpTool } from '@loggia/mcp';

/** The highest grant of a key for a call of this tool. A tool with contradictory hints doesn't count as read-only. */
export function grantFor(tool: Pick<McpTool, 'annotations'> | undefined): 'read' | 'write' {
  const { readOnlyHint, destructiveHint } = (tool?.annotations ?? {}) as {
    readonly readOnlyHint?: unknown;
    readonly destructiveHint?: unknown;
  };
  return readOnlyHint === true && destructiveHint !== true ? 'read' : 'write';
}
