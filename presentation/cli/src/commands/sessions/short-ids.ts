const scheme = 'ahp-session:/';
const shortest = 8;

/** The id without the scheme that nearly all have. */
export function idOf(resource: string): string {
  return resource.startsWith(scheme) ? resource.slice(scheme.length) : resource;
}

/** For each session the shortest beginning of its id that no other in the list has, to be read and typed. */
export function shortIds(resources: readonly string[]): ReadonlyMap<string, string> {
  const ids = resources.map(idOf).toSorted();
  return new Map(
    resources.map((resource) => {
      const id = idOf(resource);
      // Another scheme's own rules say what of it may be left out.
      if (id === resource) return [resource, resource];
      const at = ids.indexOf(id);
      const shared = Math.max(sharedStart(id, ids[at - 1]), sharedStart(id, ids[at + 1]));
      return [resource, id.slice(0, Math.max(shortest, shared + 1))];
    }),
  );
}

function sharedStart(one: string, other: string | undefined): number {
  if (other === undefined || other === one) return 0;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** A whole URI or id, or the beginning or end of one. */
export function matches(resource: string, wanted: string): 'whole' | 'part' | undefined {
  const id = idOf(resource);
  if (resource === wanted || id === wanted) return 'whole';
  return id.startsWith(wanted) || id.endsWith(wanted) || resource.startsWith(wanted) ? 'part' : undefined;
}
