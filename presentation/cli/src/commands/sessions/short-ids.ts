import { uniqueStarts } from '../unique-starts.ts';

const scheme = 'ahp-session:/';

/** The id without the scheme that nearly all have. */
export function idOf(resource: string): string {
  return resource.startsWith(scheme) ? resource.slice(scheme.length) : resource;
}

/** For each session the shortest beginning of its id that no other in the list has, to be read and typed. */
export function shortIds(resources: readonly string[]): ReadonlyMap<string, string> {
  const starts = uniqueStarts(resources.map(idOf));
  return new Map(
    resources.map((resource) => {
      const id = idOf(resource);
      // Another scheme's own rules say what of it may be left out.
      return [resource, id === resource ? resource : (starts.get(id) ?? id)];
    }),
  );
}

/** A whole URI or id, or the beginning or end of one. */
export function matches(resource: string, wanted: string): 'whole' | 'part' | undefined {
  const id = idOf(resource);
  if (resource === wanted || id === wanted) return 'whole';
  return id.startsWith(wanted) || id.endsWith(wanted) || resource.startsWith(wanted) ? 'part' : undefined;
}
