import type { Board } from './board.ts';

export interface Merged {
  readonly board: Board;
  /** How many fields both sides changed to different values; ours were kept. */
  readonly contested: number;
}

type Item = { readonly id: string; readonly [key: string]: unknown };

/**
 * Merges two edits of one board. Every change of either side is in the result. Where both changed the same field of the
 * same item, ours wins; an item that one side changed and the other removed stays.
 */
export function merge(base: Board, ours: Board, theirs: Board): Merged {
  const columns = mergeItems(base.columns, ours.columns, theirs.columns);
  const cards = mergeItems(base.cards, ours.cards, theirs.cards);
  const rest = mergeFields(withoutLists(base), withoutLists(ours), withoutLists(theirs));
  const known = new Set(columns.items.map(({ id }) => id));
  // A card that was put into a column which the other side removed brings its column back.
  const missing = [...ours.columns, ...theirs.columns].filter(
    ({ id }, index, all) =>
      !known.has(id) &&
      all.findIndex((one) => one.id === id) === index &&
      cards.items.some((card) => card['column'] === id),
  );
  return {
    board: { ...rest.item, columns: [...columns.items, ...missing], cards: cards.items } as unknown as Board,
    contested: columns.contested + cards.contested + rest.contested,
  };
}

function mergeItems(base: readonly Item[], ours: readonly Item[], theirs: readonly Item[]) {
  const [inBase, inOurs, inTheirs] = [byId(base), byId(ours), byId(theirs)];
  let contested = 0;
  const items = mergedOrder(base, ours, theirs).flatMap((id) => {
    const [was, our, their] = [inBase.get(id), inOurs.get(id), inTheirs.get(id)];
    if (our === undefined || their === undefined) {
      const left = our ?? their;
      // New on one side, or removed on one: removed only when the other left it as it was.
      return left === undefined || (was !== undefined && isSame(was, left)) ? [] : [left];
    }
    const merged = mergeFields(was ?? {}, our, their);
    contested += merged.contested;
    return [merged.item as Item];
  });
  return { items, contested };
}

/** The order of the side that changed it, ours if both did; what only the other has comes after what it followed. */
function mergedOrder(
  base: readonly Item[],
  ours: readonly Item[],
  theirs: readonly Item[],
): readonly string[] {
  const [leading, other] = hasSameOrder(base, ours) ? [theirs, ours] : [ours, theirs];
  const order = leading.map(({ id }) => id);
  const known = new Set(order);
  other.forEach(({ id }, index) => {
    if (known.has(id)) return;
    const previous = other[index - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous.id) + 1, 0, id);
    known.add(id);
  });
  return order;
}

function hasSameOrder(base: readonly Item[], other: readonly Item[]): boolean {
  const inOther = byId(other);
  const inBase = byId(base);
  const left = base.filter(({ id }) => inOther.has(id));
  return other.filter(({ id }) => inBase.has(id)).every(({ id }, index) => left[index]?.id === id);
}

function mergeFields(base: object, ours: object, theirs: object) {
  const [was, our, their] = [base, ours, theirs].map(
    (object) => new Map<string, unknown>(Object.entries(object)),
  );
  const fields: [string, unknown][] = [];
  let contested = 0;
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const [before, mine, other] = [was?.get(key), our?.get(key), their?.get(key)];
    const isContested = !isSame(mine, before) && !isSame(other, before) && !isSame(mine, other);
    if (isContested) contested += 1;
    const value = isSame(mine, before) ? other : mine;
    if (value !== undefined) fields.push([key, value]);
  }
  return { item: Object.fromEntries(fields), contested };
}

function withoutLists({ columns: _columns, cards: _cards, progress: _progress, ...rest }: Board): object {
  return rest;
}

function byId(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Both are JSON. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
