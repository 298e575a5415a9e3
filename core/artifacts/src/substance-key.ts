import { createHash } from 'node:crypto';
import type { Substance } from './store.ts';

/** The key of an artifact's substance: it changes exactly when type, context or content do. */
export function substanceKey({
  type,
  context,
  content,
}: Pick<Substance, 'type' | 'context' | 'content'>): string {
  const parts = JSON.stringify([type, context, content?.hash ?? null]);
  return createHash('sha256').update(parts).digest('hex');
}
