/** Everything of a list that comes by the page, one by one; pages are asked for as they are needed. */
export async function* paged<Item>(
  read: (cursor: string | undefined) => Promise<{
    readonly items: readonly Item[];
    readonly nextCursor?: string | undefined;
  }>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* page.items;
    // A host that gives the same cursor again would be asked forever.
    cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
  } while (cursor !== undefined);
}

/** The first of them, and whether there are more. */
export async function firstOf<Item>(
  items: AsyncIterable<Item>,
  most: number,
): Promise<{ readonly items: readonly Item[]; readonly more: boolean }> {
  const found: Item[] = [];
  for await (const item of items) {
    if (found.length >= most) return { items: found, more: true };
    found.push(item);
  }
  return { items: found, more: false };
}
