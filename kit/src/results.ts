import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Image, Outcome } from './define-type.ts';

export function resultOf(outcome: Outcome): CallToolResult {
  if (typeof outcome === 'string') return { content: [{ type: 'text', text: outcome }] };
  if (outcome.content !== undefined) return { ...outcome, content: outcome.content };
  // Clients without support for structured content get the same as text.
  const { structuredContent } = outcome;
  const text = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)];
  return { ...outcome, content: text.map((part) => ({ type: 'text' as const, text: part })) };
}

export function capabilityResult(outcome: string | Image | Outcome): CallToolResult {
  if (typeof outcome === 'string') {
    return { content: [{ type: 'text', text: outcome }], structuredContent: { text: outcome } };
  }
  if (!isImage(outcome)) return resultOf(outcome);
  const data = Buffer.from(outcome.data).toString('base64');
  return { content: [{ type: 'image', data, mimeType: outcome.mediaType }] };
}

function isImage(outcome: Image | Exclude<Outcome, string>): outcome is Image {
  return 'data' in outcome && outcome.data instanceof Uint8Array;
}
