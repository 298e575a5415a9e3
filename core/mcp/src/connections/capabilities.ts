import type { ClientCapabilities } from '@modelcontextprotocol/client';

/** What every server is told that we can do. */
export function capabilitiesWith(uiMimeTypes: readonly string[]): ClientCapabilities {
  return {
    elicitation: { form: {}, url: {} },
    sampling: {},
    roots: {},
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [...uiMimeTypes] } },
  };
}
