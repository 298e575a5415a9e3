import type { Difference } from '@loggia/protocol';
import { formatPatch, structuredPatch } from 'diff';
import type { ContentStore, StoredBytes } from '../content/content-store.ts';
import { textOf } from '../content/utf8.ts';

type ContentChange = Difference['content'];

/** Longer texts are compared as bytes. */
export const maxTextBytes = 1_000_000;
/** The number of lines that may differ; the work grows with its square. */
const maxEdits = 4_000;
const timeoutMs = 500;

/** The difference between two contents. Takes a fraction of a second at most, whatever they are. */
export async function contentChange(
  store: ContentStore,
  before: StoredBytes | undefined,
  after: StoredBytes | undefined,
): Promise<ContentChange> {
  if (before?.hash === after?.hash) return { kind: 'same' };
  const from = await readText(store, before);
  const to = from === undefined ? undefined : await readText(store, after);
  const patched = from === undefined || to === undefined ? undefined : textChange(from, to);
  return patched ?? bytesChange(before, after);
}

export function bytesChange(before: StoredBytes | undefined, after: StoredBytes | undefined): ContentChange {
  return { kind: 'bytes', ...(before && { before }), ...(after && { after }) };
}

/** Undefined if they differ in too many places. */
function textChange(from: string, to: string): ContentChange | undefined {
  const patch = structuredPatch('before', 'after', from, to, undefined, undefined, {
    context: 3,
    maxEditLength: maxEdits,
    timeout: timeoutMs,
  });
  if (!patch) return undefined;
  let added = 0;
  let removed = 0;
  for (const line of patch.hunks.flatMap(({ lines }) => lines)) {
    if (line.startsWith('+')) added += 1;
    else if (line.startsWith('-')) removed += 1;
  }
  return { kind: 'text', patch: formatPatch(patch), added, removed };
}

/** Undefined if it isn't text, or too large. Missing content reads as an empty text. */
async function readText(store: ContentStore, bytes: StoredBytes | undefined): Promise<string | undefined> {
  if (bytes === undefined) return '';
  if (bytes.size > maxTextBytes) return undefined;
  const text = textOf(await store.read(bytes.hash, 0, maxTextBytes));
  return text?.includes('\0') === true ? undefined : text;
}
