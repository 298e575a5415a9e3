/** The number of entries to list by default; programs that read JSON want everything. */
export function limitOption(usual: number) {
  return {
    limit: {
      kind: 'count',
      value: 'N',
      says: `How many (default: ${usual}; everything with --json)`,
      example: '--limit 100',
    },
  } as const;
}

export function mostOf(
  { json, options }: { readonly json: boolean; readonly options: { readonly limit: number | undefined } },
  usual: number,
): number {
  return options.limit ?? (json ? Number.POSITIVE_INFINITY : usual);
}
