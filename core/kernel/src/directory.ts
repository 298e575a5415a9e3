import type { ChannelFacts } from './channel-kind.ts';
import type { ListPosition, ListQuery, Store, StoredChannel } from './ports/store.ts';

/** A channel as the directory knows it, without loading the channel. */
export interface ChannelRecord extends ChannelFacts {
  readonly uri: string;
  readonly kind: string;
  readonly parent: string | undefined;
  readonly createdAt: string;
}

export interface Page {
  readonly items: readonly ChannelRecord[];
  /** Where the next page starts; undefined on the last one. */
  readonly next: ListPosition | undefined;
}

export async function readPage(store: Store, query: ListQuery): Promise<Page> {
  // Reads one more than requested to tell whether there is a next page.
  const found = await store.list({ ...query, limit: query.limit + 1 });
  const items = found.slice(0, query.limit);
  const last = found.length > query.limit ? items.at(-1) : undefined;
  return {
    items: items.map(recordOf),
    next: last && { modifiedAt: last.modifiedAt, uri: last.uri },
  };
}

function recordOf(stored: StoredChannel): ChannelRecord {
  const { uri, kind, parent, createdAt, busy, modifiedAt, title, summary } = stored;
  return {
    uri,
    kind,
    parent,
    createdAt,
    busy,
    modifiedAt,
    title,
    summary: summary === undefined ? undefined : (JSON.parse(summary) as unknown),
  };
}
