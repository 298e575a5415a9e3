import type { AnyChannelKind } from './channel-kind.ts';
import { actionsOf } from './entry.ts';
import { ChannelUnreadable, UnknownKind } from './errors.ts';
import { HotChannel } from './hot-channel.ts';
import type { LogRow, Store, StoredChannel, StoredSnapshot } from './ports/store.ts';
import { restoreSnapshot } from './snapshot.ts';

interface Source {
  readonly owner: object;
  readonly store: Store;
  readonly kinds: ReadonlyMap<string, AnyChannelKind>;
  /** The newest durable number. */
  readonly through: number;
  readonly now: number;
}

/** Loads a channel: its snapshot, with the tail of its log folded in. Undefined if it doesn't exist. */
export async function readChannel(uri: string, source: Source): Promise<HotChannel | undefined> {
  const { store, kinds, through } = source;
  const stored = await store.readChannel(uri);
  if (stored === undefined) return undefined;
  const behavior = kinds.get(stored.kind);
  if (behavior === undefined) throw new UnknownKind(uri, stored.kind);
  const snapshot = await store.readSnapshot(uri);
  if (snapshot === undefined) throw new ChannelUnreadable(uri, 'its snapshot is missing');
  const { rows } = await store.readLog({ channels: [uri], after: snapshot.seq, through });
  try {
    return restore(source, stored, behavior, snapshot, rows);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ChannelUnreadable(uri, why, { cause: error });
  }
}

function restore(
  { owner, now }: Source,
  stored: StoredChannel,
  behavior: AnyChannelKind,
  snapshot: StoredSnapshot,
  rows: readonly LogRow[],
): HotChannel {
  const { state, mark } = restoreSnapshot(behavior, snapshot);
  return new HotChannel({
    owner,
    stored,
    behavior,
    state: actionsOf(rows).reduce((folded, action) => behavior.reduce(folded, action) as unknown, state),
    seq: rows.at(-1)?.seq ?? snapshot.seq,
    durable: true,
    snapshot: mark,
    tail: { actions: rows.length, length: rows.reduce((sum, row) => sum + row.json.length, 0) },
    now,
  });
}
