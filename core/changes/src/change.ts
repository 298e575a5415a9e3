import { sameHeld, type Held } from './folder/held.ts';

/** A change of one path. A file that moved is two of these. */
export interface Change {
  readonly path: string;
  readonly before: Held | undefined;
  readonly after: Held | undefined;
  /** Something else changed the file between the turns that are combined here. */
  readonly isMixed?: boolean;
}

/** The first changes followed by later ones, with one for each path. What ended as it began is left out. */
export function followedBy(first: readonly Change[], later: readonly Change[]): readonly Change[] {
  const changes = new Map(first.map((change) => [change.path, change]));
  for (const change of later) {
    const earlier = changes.get(change.path);
    changes.set(change.path, earlier ? joined(earlier, change) : change);
  }
  return [...changes.values()].filter(({ before, after }) => !sameHeld(before, after));
}

function joined(earlier: Change, later: Change): Change {
  const isMixed = earlier.isMixed === true || !sameHeld(earlier.after, later.before);
  return { path: later.path, before: earlier.before, after: later.after, ...(isMixed && { isMixed }) };
}

/** The changes that take these back. */
export function reversed(changes: readonly Change[]): readonly Change[] {
  return changes.map(({ path, before, after }) => ({ path, before: after, after: before }));
}

/** Changes as users see them: a file that was deleted and one that was created with the same content are one move. */
export type Shown =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'move'; readonly from: Change; readonly to: Change };

export function shown(changes: readonly Change[]): readonly Shown[] {
  const gone = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.after !== undefined || change.before?.hash === undefined || change.before.size === 0) continue;
    gone.set(change.before.hash, [...(gone.get(change.before.hash) ?? []), change]);
  }
  const moved = new Map<Change, Change>();
  for (const to of changes) {
    if (to.before !== undefined || to.after?.hash === undefined) continue;
    const from = gone.get(to.after.hash)?.find(({ before }) => sameHeld(before, to.after));
    if (!from) continue;
    gone.set(to.after.hash, gone.get(to.after.hash)?.filter((other) => other !== from) ?? []);
    moved.set(to, from);
  }
  const sources = new Set(moved.values());
  return changes.flatMap((change): Shown[] => {
    const from = moved.get(change);
    if (from) return [{ kind: 'move', from, to: change }];
    return sources.has(change) ? [] : [{ kind: 'change', change }];
  });
}
