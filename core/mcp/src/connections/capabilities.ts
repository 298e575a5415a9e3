import type { ClientCapabilities } from '@modelcontextprotocol/client';

/** The client capabilities announced to every server. */
export function capabilitiesWith(
  uiMimeTypes: readonly string[],
  roots: 'session' | 'none',
): ClientCapabilities {
  return {
    elicitation: { form: {}, url: {} },
    sampling: {},
    ...(roots === 'session' && { roots: { listChanged: true } }),
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [...uiMimeTypes] } },
  };
}
