type Parents = (mime: string) => readonly string[];

interface Visit {
  readonly mime: string;
  readonly parents: readonly string[];
  next: number;
}

/** Tarjan's strongly connected components, with an explicit stack: chains may be deeper than the call stack. */
function components(types: readonly string[], parentsOf: Parents): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  const lower = (mime: string, to: number) => low.set(mime, Math.min(low.get(mime) ?? to, to));
  const enter = (mime: string): Visit => {
    index.set(mime, index.size);
    lower(mime, index.size - 1);
    open.push(mime);
    isOpen.add(mime);
    return { mime, parents: parentsOf(mime), next: 0 };
  };
  for (const start of types) {
    if (index.has(start)) continue;
    const path = [enter(start)];
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const parent = visit.parents[visit.next];
      visit.next += 1;
      if (parent === undefined) {
        path.pop();
        const below = low.get(visit.mime) ?? 0;
        const child = path.at(-1);
        if (child !== undefined) lower(child.mime, below);
        if (below === index.get(visit.mime)) {
          const members = open.splice(open.lastIndexOf(visit.mime));
          for (const member of members) isOpen.delete(member);
          found.push(members);
        }
      } else if (!index.has(parent)) path.push(enter(parent));
      else if (isOpen.has(parent)) lower(visit.mime, index.get(parent) ?? 0);
    }
  }
  return found;
}

/** The shortest path from a type back to itself. */
function wayAround(start: string, members: ReadonlySet<string>, parentsOf: Parents): readonly string[] {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let mime = queue.shift(); mime !== undefined; mime = queue.shift()) {
    for (const parent of parentsOf(mime)) {
      if (parent === start) {
        const way = [start];
        for (let at: string | undefined = mime; at !== undefined && at !== start; at = cameFrom.get(at))
          way.splice(1, 0, at);
        return [...way, start];
      }
      if (members.has(parent) && !cameFrom.has(parent)) {
        cameFrom.set(parent, mime);
        queue.push(parent);
      }
    }
  }
  return [start];
}

/** Every type that inherits from itself, with the cycle: its first and last entries are the same. */
export function circlesAmong(
  types: readonly string[],
  parentsOf: Parents,
): ReadonlyMap<string, readonly string[]> {
  const circles = new Map<string, readonly string[]>();
  for (const members of components(types, parentsOf)) {
    const sorted = [...members].sort();
    const [first = ''] = sorted;
    if (sorted.length === 1 && !parentsOf(first).includes(first)) continue;
    const way = wayAround(first, new Set(sorted), parentsOf);
    for (const member of sorted) circles.set(member, way);
  }
  return circles;
}
