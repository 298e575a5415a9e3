import { extractedTextOf } from '@loggia/content';
import type { ContentStore } from '../../content/content-store.ts';
import { builtinFor } from './builtins.ts';

/**
 * The text that a built-in capability, named by its key, finds in stored bytes outside of artifacts; undefined if there
 * is no such built-in, or it can't read them.
 */
export async function wordsInFile(
  key: string,
  file: { readonly hash: string; readonly size: number; readonly contentType: string },
  content: Pick<ContentStore, 'read'>,
): Promise<string | undefined> {
  const { hash, size, contentType: type } = file;
  const result = await builtinFor(key)?.({ type, content: { hash, size } }, content);
  return result === undefined || result.isError === true ? undefined : extractedTextOf(result);
}
