import { z } from 'zod';
import { wellFormed } from '../well-formed.ts';

const longestText = 4 * 1024 * 1024;
/** In base64, four characters are three bytes. */
const largestThumbnail = Math.ceil((256 * 1024) / 3) * 4;

const resultSchema = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
  content: z.array(z.unknown()).optional(),
});
const textBlockSchema = z.object({ type: z.literal('text'), text: z.string() });
const imageBlockSchema = z.object({ type: z.literal('image'), mimeType: z.string(), data: z.string() });

/** The first bytes of each kind of image, in base64. A server's claim about its bytes may be wrong. */
const beginnings: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo',
  'image/jpeg': '/9j/',
  'image/webp': 'UklGR',
  'image/gif': 'R0lGOD',
};

function blocksOf(result: unknown): readonly unknown[] | undefined {
  const parsed = resultSchema.safeParse(result);
  return parsed.success && parsed.data.isError !== true ? (parsed.data.content ?? []) : undefined;
}

/**
 * The text in the result of `extract_text` or `summarize`: `structuredContent.text`, or else the text blocks. Undefined
 * if the tool failed or returned none. Cut to the length that a host stores.
 */
export function extractedTextOf(result: unknown): string | undefined {
  const blocks = blocksOf(result);
  if (blocks === undefined) return undefined;
  const structured = z.object({ structuredContent: z.object({ text: z.string() }) }).safeParse(result)
    .data?.structuredContent;
  const texts = blocks.flatMap((block) => textBlockSchema.safeParse(block).data?.text ?? []);
  const text = structured?.text ?? (texts.length === 0 ? undefined : texts.join('\n'));
  return text === undefined ? undefined : wellFormed(text.slice(0, longestText));
}

export interface Thumbnail {
  readonly mimeType: string;
  /** base64 */
  readonly data: string;
}

/**
 * The first image in the result of `generate_thumbnail`. Undefined if there is none, if it is larger than 256 kB, or if
 * its bytes don't match its type: a card shows pictures, never documents.
 */
export function thumbnailOf(result: unknown): Thumbnail | undefined {
  for (const block of blocksOf(result) ?? []) {
    const image = imageBlockSchema.safeParse(block).data;
    if (image === undefined) continue;
    const { data } = image;
    const mimeType = image.mimeType.trim().toLowerCase();
    const beginning = Object.hasOwn(beginnings, mimeType) ? beginnings[mimeType] : undefined;
    if (beginning === undefined || data.length > largestThumbnail || !data.startsWith(beginning))
      return undefined;
    return /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? { mimeType, data } : undefined;
  }
  return undefined;
}
