import { dayPattern, emptyBoard, type Board, type Card, type Column } from './board.ts';

type Loose = Readonly<Record<string, unknown>>;

/**
 * Reads a board from a `context` that anybody may have written, by hand or with a model. Unusable parts are left out or
 * repaired: a card without a column moves to the first one, and items without an order keep the order of the list.
 * Nothing is truncated, because the result may be saved again.
 */
export function readBoard(context: unknown): Board {
  if (!isObject(context)) return emptyBoard;
  const columns = unique(listOf(context['columns']).flatMap(readColumn));
  const listed = listOf(context['cards']);
  // A card needs a column, and a board with cards but none would hide them all.
  const home = columns.length === 0 && listed.length > 0 ? [{ id: 'cards', title: 'Cards' }] : columns;
  const ids = new Set(home.map(({ id }) => id));
  const cards = unique(listed.flatMap((card, index) => readCard(card, index, ids, home[0]?.id ?? '')));
  return { ...context, columns: home, cards };
}

function readColumn(value: unknown, index: number): Column[] {
  if (!isObject(value)) return [];
  const { color, limit, done, ...rest } = value;
  return [
    {
      ...rest,
      id: textOf(value['id']) || `column-${index + 1}`,
      title: textOf(value['title']) || 'Untitled',
      ...(typeof color === 'string' && /^[a-z]{1,20}$/.test(color) && { color }),
      ...(typeof limit === 'number' && Number.isInteger(limit) && limit > 0 && { limit }),
      ...(done === true && { done }),
    },
  ];
}

function readCard(value: unknown, index: number, columns: ReadonlySet<string>, home: string): Card[] {
  if (!isObject(value)) return [];
  const { text, labels, due, done, archived, order, ...rest } = value;
  const column = typeof value['column'] === 'string' ? value['column'] : '';
  const shownText = textOf(text);
  const someLabels = [...new Set(listOf(labels).map((label) => textOf(label)))].filter(
    (label) => label !== '',
  );
  return [
    {
      ...rest,
      id: textOf(value['id']) || `card-${index + 1}`,
      column: columns.has(column) ? column : home,
      order: typeof order === 'number' && Number.isFinite(order) ? order : index,
      title: textOf(value['title']) || 'Untitled',
      ...(shownText !== '' && { text: shownText }),
      ...(someLabels.length > 0 && { labels: someLabels }),
      ...(typeof due === 'string' && dayPattern.test(due) && { due }),
      ...(done === true && { done }),
      ...(archived === true && { archived }),
    },
  ];
}

/** Gives items that repeat an earlier id a new one, so that careless numbering loses nothing. */
function unique<T extends { readonly id: string }>(items: readonly T[]): T[] {
  const copies = new Map<string, number>();
  return items.map((item) => {
    let id = item.id;
    let copy = copies.get(id) ?? 0;
    while (copies.has(id)) id = `${item.id}-${(copy += 1) + 1}`;
    copies.set(item.id, copy).set(id, copies.get(id) ?? 0);
    return id === item.id ? item : { ...item, id };
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
