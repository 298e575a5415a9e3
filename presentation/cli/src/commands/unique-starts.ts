const shortest = 8;

/** The shortest unique beginning of each id in the list. */
export function uniqueStarts(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = ids.toSorted();
  return new Map(
    sorted.map((id, at) => {
      const shared = Math.max(sharedStart(id, sorted[at - 1]), sharedStart(id, sorted[at + 1]));
      return [id, id.slice(0, Math.max(shortest, shared + 1))];
    }),
  );
}

function sharedStart(one: string, other: string | undefined): number {
  if (other === undefined || other === one) return 0;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
