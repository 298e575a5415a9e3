import type { ToolContent, ToolResult } from '@loggia/protocol';
import { spillBytes, spillText, type Spill } from './spill.ts';

/** The size of a result that stays in the chat, in bytes as JSON. */
const inline = 1024 * 1024;

/**
 * The result of a client's tool in the form for the chat: what fits stays, and larger parts are stored elsewhere and
 * leave a reference.
 */
export async function keepWithin(result: ToolResult, spill: Spill | undefined): Promise<ToolResult> {
  const { content = [], structuredContent, ...rest } = result;
  let left = inline;
  const kept: ToolContent[] = [];
  for (const part of content) {
    const size = sizeOf(part);
    if (size > left) kept.push(await spilled(part, spill));
    else {
      left -= size;
      kept.push(part);
    }
  }
  const json = structuredContent === undefined ? undefined : JSON.stringify(structuredContent);
  const isLarge = json !== undefined && sizeOf(structuredContent) > inline;
  if (isLarge) kept.push(await spillText(json, spill));
  return {
    ...rest,
    ...(kept.length > 0 && { content: kept }),
    ...(structuredContent !== undefined && !isLarge && { structuredContent }),
  };
}

function spilled(part: ToolContent, spill: Spill | undefined): Promise<ToolContent> {
  if (part.type === 'text') return spillText(part.text, spill);
  if (part.type === 'embeddedResource')
    return spillBytes(Buffer.from(part.data, 'base64'), part.contentType, spill);
  return spillText(JSON.stringify(part), spill);
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '', 'utf8');
}
