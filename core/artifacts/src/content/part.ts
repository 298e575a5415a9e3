import { invalid } from '../refusals.ts';
import type { ContentStore, StoredBytes } from './content-store.ts';
import { cutFrom, overhangAt, textOf } from './utf8.ts';

export interface ContentPart {
  readonly text?: string;
  /** Set if the bytes aren't UTF-8. */
  readonly base64?: string;
  /** The full size. */
  readonly size: number;
  readonly nextOffset?: number;
}

/**
 * About `limit` bytes from `offset` on. Continuing at `nextOffset` yields every byte once, and text in whole
 * characters, however short the parts are.
 */
export async function readPart(
  store: Pick<ContentStore, 'read'>,
  { hash, size }: StoredBytes,
  offset: number,
  limit: number,
): Promise<ContentPart> {
  if (offset > size) throw invalid(`"offset" is beyond the end: the content has ${size} bytes.`);
  // A little more on both sides, so that the part can start and end at character boundaries.
  const before = Math.min(3, offset);
  const bytes = await store.read(hash, offset - before, before + limit + 3);
  const end = cutFrom(bytes, Math.min(before + limit, bytes.length));
  const text = textOf(bytes.subarray(before + overhangAt(bytes, before), end));
  const next = offset - before + end;
  return {
    ...(text === undefined ? { base64: bytes.toString('base64', before, end) } : { text }),
    size,
    ...(next < size && { nextOffset: next }),
  };
}
