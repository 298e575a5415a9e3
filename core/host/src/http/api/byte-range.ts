export type AskedRange =
  | { readonly kind: 'whole' }
  /** Up to, but not including, `end`. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const digits = /^\d{1,16}$/;

/**
 * The single part of `size` bytes that a Range header asks for. Several parts, other units and invalid values are
 * ignored, as the standard allows: the answer is the whole content then.
 */
export function askedRange(header: string | undefined, size: number): AskedRange {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return { kind: 'whole' };
  if ([first, last].some((text) => text !== '' && !digits.test(text))) return { kind: 'unsatisfiable' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  if (start >= size) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

/** Whether the client already has the current version. */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((each) => ['*', tag].includes(each.trim().replace(/^W\//, '')));
}
