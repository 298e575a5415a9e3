import type { ClientCapabilities } from '@modelcontextprotocol/client';

/** The client capabilities announced to every server. */
export function capabilitiesWith(uiMimeTypes: readonly string[]): ClientCapabilities {
  return {
    elicitation: { form: {}, url: {} },
    sampling: {},
    roots: {},
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [...uiMimeTypes] } },
  };
}
