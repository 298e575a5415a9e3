/** What is chosen among things in an order, and where the keyboard stands. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** From where Shift extends. */
  readonly anchor?: string;
  /** Which one has the focus, chosen or not. */
  readonly current?: string;
}

export const nothingSelected: Selection = { ids: new Set() };

export function selectOnly(id: string): Selection {
  return { ids: new Set([id]), anchor: id, current: id };
}

/** Moves the focus and leaves alone what is chosen. */
export function focusOn(selection: Selection, id: string): Selection {
  return { ...selection, current: id };
}

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, current: id };
}

/** Everything from the anchor to here, and nothing else. */
export function selectTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const anchor = selection.anchor ?? selection.current ?? id;
  const [from, to] = [order.indexOf(anchor), order.indexOf(id)];
  if (from < 0 || to < 0) return selectOnly(id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set(range), anchor, current: id };
}

export function selectAll(selection: Selection, order: readonly string[]): Selection {
  return { ...selection, ids: new Set(order) };
}

export function clear({ current }: Selection): Selection {
  return current === undefined ? nothingSelected : { ids: new Set(), current };
}

/**
 * What is left once the order has changed: what went is no longer chosen, and a focus whose thing went moves to what
 * came after it, or before it at the end. The same object when nothing of it went.
 */
export function kept(selection: Selection, before: readonly string[], now: readonly string[]): Selection {
  const { ids, anchor, current } = selection;
  if (ids.size === 0 && current === undefined) return selection;
  const there = new Set(now);
  const isThere = (id: string | undefined) => id === undefined || there.has(id);
  if (isThere(anchor) && isThere(current) && [...ids].every(isThere)) return selection;
  const next = current === undefined || there.has(current) ? current : neighbour(current, before, there);
  return {
    ids: new Set([...ids].filter((id) => there.has(id))),
    ...(anchor !== undefined && there.has(anchor) && { anchor }),
    ...(next !== undefined && { current: next }),
  };
}

function neighbour(id: string, before: readonly string[], there: ReadonlySet<string>): string | undefined {
  const at = before.indexOf(id);
  if (at < 0) return undefined;
  const isThere = (other: string) => there.has(other);
  return before.slice(at + 1).find(isThere) ?? before.slice(0, at).findLast(isThere);
}
