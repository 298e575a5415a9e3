import { isDeepStrictEqual } from 'node:util';
import { maxContextBytes, maxContextDepth } from './limits.ts';
import { invalid } from './refusals.ts';
import type { Substance } from './store.ts';

/** The context as it is stored; throws if it is too large or too deep. */
export function contextText(context: Readonly<Record<string, unknown>>): string {
  assertShallow(context);
  const text = JSON.stringify(context);
  if (Buffer.byteLength(text) > maxContextBytes) {
    throw invalid(
      `"context" is larger than ${maxContextBytes / 1_000_000} MB. Move large values to the content instead.`,
    );
  }
  return text;
}

/** Level by level: a deep value must not overflow the stack. */
function assertShallow(context: unknown): void {
  let level: unknown[] = [context];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxContextDepth) {
      throw invalid(`"context" is nested deeper than ${maxContextDepth} levels. Flatten it.`);
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value as object) : [],
    );
  }
}

/** Whether two contexts are equal, ignoring the order of keys. */
export function sameContext(a: string, b: string): boolean {
  return a === b || isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}

export function sameSubstance(a: Substance, b: Substance): boolean {
  return (
    a.type === b.type &&
    a.title === b.title &&
    a.content?.hash === b.content?.hash &&
    sameContext(a.context, b.context)
  );
}
