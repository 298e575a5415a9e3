import type { McpTool } from '@loggia/mcp';

/** The most that a key for a call of this tool is good for. A tool that contradicts itself has not said that it only reads. */
export function grantFor(tool: Pick<McpTool, 'annotations'> | undefined): 'read' | 'write' {
  const { readOnlyHint, destructiveHint } = (tool?.annotations ?? {}) as {
    readonly readOnlyHint?: unknown;
    readonly destructiveHint?: unknown;
  };
  return readOnlyHint === true && destructiveHint !== true ? 'read' : 'write';
}
