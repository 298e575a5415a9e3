import { withExcerpt, type ToolContent } from '@loggia/protocol';

/** Stores content that is too large for a chat; resolves to its address. */
export type Spill = (bytes: Uint8Array, contentType: string | undefined) => Promise<string>;

export async function spillText(text: string, spill: Spill | undefined): Promise<ToolContent> {
  const content = await spillBytes(Buffer.from(text, 'utf8'), undefined, spill);
  return content.type === 'resource' ? withExcerpt(content, text) : content;
}

export async function spillBytes(
  bytes: Uint8Array,
  contentType: string | undefined,
  spill: Spill | undefined,
): Promise<ToolContent> {
  const lost: ToolContent = {
    type: 'text',
    text: `[${bytes.length} bytes were too large for this chat and could not be kept.]`,
  };
  if (!spill) return lost;
  try {
    const uri = await spill(bytes, contentType);
    return {
      type: 'resource',
      uri,
      sizeHint: bytes.length,
      ...(contentType !== undefined && { contentType }),
    };
  } catch {
    return lost;
  }
}
