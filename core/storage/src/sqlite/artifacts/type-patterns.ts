/** Exact types, and categories as ranges: `a/*` is everything between `a/` and its successor `a0`. */
export interface TypePatterns {
  readonly exact: readonly string[];
  readonly ranges: readonly { readonly after: string; readonly before: string }[];
}

/** Undefined if every type matches. */
export function typePatterns(types: readonly string[] | undefined): TypePatterns | undefined {
  if (types === undefined || types.includes('*/*')) return undefined;
  const distinct = [...new Set(types)];
  return {
    exact: distinct.filter((type) => !type.endsWith('/*')),
    ranges: distinct
      .filter((type) => type.endsWith('/*'))
      .map((type) => ({ after: type.slice(0, -1), before: `${type.slice(0, -2)}0` })),
  };
}

export function matchesType({ exact, ranges }: TypePatterns, type: string): boolean {
  return (
    exact.includes(type) || ranges.some(({ after }) => type.length > after.length && type.startsWith(after))
  );
}
