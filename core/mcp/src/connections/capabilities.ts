import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { tasksExtension } from './task-dialect.ts';

/** Skills over MCP (SEP-2640). */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** The client capabilities announced to every server. */
export function capabilitiesWith(
  uiMimeTypes: readonly string[],
  roots: 'session' | 'none',
): ClientCapabilities {
  return {
    elicitation: { form: {}, url: {} },
    sampling: {},
    ...(roots === 'session' && { roots: { listChanged: true } }),
    extensions: {
      'io.modelcontextprotocol/ui': { mimeTypes: [...uiMimeTypes] },
      [skillsExtension]: {},
      [tasksExtension]: {},
    },
  };
}
