import { invalid } from '../refusals.ts';
import type { ContentStore, StoredBytes } from './content-store.ts';
import { cutFrom, overhangAt, textOf } from './utf8.ts';

export interface ContentPart {
  readonly text?: string;
  /** Where the bytes are no UTF-8. */
  readonly base64?: string;
  /** Of the whole. */
  readonly size: number;
  readonly nextOffset?: number;
}

/**
 * About `limit` bytes from `offset` on. Whoever goes on at `nextOffset` gets every byte once, and a text in whole
 * characters, however short the parts are.
 */
export async function readPart(
  store: Pick<ContentStore, 'read'>,
  { hash, size }: StoredBytes,
  offset: number,
  limit: number,
): Promise<ContentPart> {
  if (offset > size) throw invalid(`"offset" is behind the end: the content has ${size} bytes.`);
  // A little more on both sides, so that the part can begin and end where characters do.
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
