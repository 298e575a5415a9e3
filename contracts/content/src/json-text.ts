import { typeLimits } from './limits.ts';

export type JsonText = { readonly value: unknown } | { readonly message: string };

function isDeeperThan(limit: number, value: unknown): boolean {
  // Without recursion: a server's value may be deeper than the stack.
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    );
  }
  return false;
}

/** Parses the text of a file, or explains in a sentence why it can't. */
export function readJson(text: string): JsonText {
  if (text.length > typeLimits.fileCharacters)
    return { message: `It is larger than ${typeLimits.fileCharacters / 1024} kB. Make it smaller.` };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    return { message: `It is not JSON (${detail}). Correct it.` };
  }
  if (isDeeperThan(typeLimits.depth, value))
    return { message: `It is nested deeper than ${typeLimits.depth} levels. Make it flatter.` };
  return { value };
}
