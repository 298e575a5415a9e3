import { z } from 'zod';

const pointer = /^(?:\/(?:[^~/]|~[01])*)*$/;
const longest = 256;
const deepest = 32;

/** RFC 6901: `/customer/name`; the empty pointer means the whole value. */
export const jsonPointerSchema = z
  .string()
  .max(longest)
  .refine((text) => pointer.test(text) && text.split('/').length <= deepest + 1, {
    error: 'must be a JSON pointer such as "/customer/name"',
  });

/** Undefined if there is nothing; only follows own properties, not inherited ones. */
export function valueAt(value: unknown, path: string): unknown {
  if (path.length > longest || !pointer.test(path)) return undefined;
  let found = value;
  for (const part of path.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    if (Array.isArray(found) && !/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

/** The pointer for a parser's path. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => `/${String(part).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
