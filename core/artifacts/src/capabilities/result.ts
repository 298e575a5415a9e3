import { extractedTextOf, thumbnailOf } from '@loggia/content';
import type { McpResult } from '../handlers/handler-access.ts';
import { longestResult, longestText } from './limits.ts';

const texts = new Set(['extract_text', 'summarize', 'glimpse']);
const thumbnail = 'generate_thumbnail';

/** The result reduced to what the capability promises. Throws with a sentence if it doesn't match. */
export function checkedResult(capability: string, provider: string, result: McpResult): McpResult {
  if (result.isError === true) return bounded(provider, result);
  if (texts.has(capability)) {
    const text = extractedTextOf(result)?.slice(0, longestText);
    if (text === undefined) throw new Error(`${provider} answered "${capability}" without any text.`);
    return { structuredContent: { text }, content: [{ type: 'text', text }] };
  }
  if (capability === thumbnail) {
    if ((result.content ?? []).length === 0) return { content: [] };
    const picture = thumbnailOf(result);
    if (picture === undefined) {
      throw new Error(`${provider} didn't return a PNG, JPEG, WebP or GIF of at most 256 kB as a thumbnail.`);
    }
    return { content: [{ type: 'image', ...picture }] };
  }
  return bounded(provider, result);
}

function bounded(provider: string, { content, structuredContent, isError }: McpResult): McpResult {
  const kept = {
    ...(content !== undefined && { content }),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError !== undefined && { isError }),
  };
  if (JSON.stringify(kept).length <= longestResult) return kept;
  throw new Error(
    `${provider} answered with more than ${longestResult / 1_000_000} MB. Ask for less at once.`,
  );
}
