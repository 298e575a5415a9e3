/** The selection in an ordered list, and the position of the keyboard. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** From where Shift extends. */
  readonly anchor?: string;
  /** Which one has the focus, chosen or not. */
  readonly current?: string;
}

/** Things in their order. There may be very many: nothing here goes through all of them unless it has to. */
export type Order = readonly { readonly id: string }[];

/** −1 where it is not among them. */
export function placeOf(order: Order, id: string): number {
  return order.findIndex((one) => one.id === id);
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
export function selectTo(selection: Selection, id: string, order: Order): Selection {
  const anchor = selection.anchor ?? selection.current ?? id;
  const [from, to] = [placeOf(order, anchor), placeOf(order, id)];
  if (from < 0 || to < 0) return selectOnly(id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: idsOf(range), anchor, current: id };
}

export function selectAll(selection: Selection, order: Order): Selection {
  return { ...selection, ids: idsOf(order) };
}

export function clear({ current }: Selection): Selection {
  return current === undefined ? nothingSelected : { ids: new Set(), current };
}

/**
 * The selection after the order has changed: removed items are no longer selected, and if the focused item was removed,
 * the focus moves to the next one, or the previous one at the end. The same object when nothing selected was removed.
 */
export function kept(selection: Selection, before: Order, now: Order): Selection {
  const { ids, anchor, current } = selection;
  if (ids.size === 0 && current === undefined) return selection;
  const isThere = presenceIn(now, ids.size);
  const stays = (id: string | undefined) => id === undefined || isThere(id);
  if (stays(anchor) && stays(current) && [...ids].every(isThere)) return selection;
  const next = stays(current) ? current : neighbor(current, before, now);
  return {
    ids: new Set([...ids].filter(isThere)),
    ...(anchor !== undefined && isThere(anchor) && { anchor }),
    ...(next !== undefined && { current: next }),
  };
}

function neighbor(id: string | undefined, before: Order, now: Order): string | undefined {
  const at = id === undefined ? -1 : placeOf(before, id);
  if (at < 0) return undefined;
  const there = idsOf(now);
  const isThere = (other: { readonly id: string }) => there.has(other.id);
  return (before.slice(at + 1).find(isThere) ?? before.slice(0, at).findLast(isThere))?.id;
}

/** Whether something is among them. For a few questions, to look costs less than to make a set first. */
function presenceIn(order: Order, questions: number): (id: string) => boolean {
  if (questions <= 2) return (id) => placeOf(order, id) >= 0;
  const there = idsOf(order);
  return (id) => there.has(id);
}

function idsOf(order: Order): ReadonlySet<string> {
  return new Set(order.map(({ id }) => id));
}
