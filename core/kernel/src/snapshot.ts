import type { AnyChannelKind } from './channel-kind.ts';
import type { SnapshotMark } from './hot-channel.ts';
import type { SnapshotWrite, StoredSnapshot } from './ports/store.ts';

interface TakenSnapshot {
  readonly write: SnapshotWrite;
  readonly mark: SnapshotMark;
}

const none: readonly unknown[] = [];

/** Takes a snapshot that writes only the items that differ, by identity, from the last one. */
export function takeSnapshot(
  kind: AnyChannelKind,
  channel: string,
  state: unknown,
  seq: number,
  stored: readonly unknown[],
): TakenSnapshot {
  const { head, items } = kind.parts?.split(state) ?? { head: state, items: none };
  const changed: { index: number; json: string }[] = [];
  if (items !== stored) {
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (item !== stored[index] || index >= stored.length) changed.push({ index, json: textOf(item) });
    }
  }
  const text = textOf(head);
  return {
    write: { channel, seq, head: text, items: changed, length: items.length },
    mark: { seq, items, headLength: text.length },
  };
}

/** The state in a snapshot, and the items that the next one is compared with. */
export function restoreSnapshot(
  kind: AnyChannelKind,
  stored: StoredSnapshot,
): { readonly state: unknown; readonly mark: SnapshotMark } {
  const head = JSON.parse(stored.head) as unknown;
  const { seq } = stored;
  const headLength = stored.head.length;
  if (kind.parts === undefined) return { state: head, mark: { seq, items: none, headLength } };
  const items = JSON.parse(`[${stored.items.join(',')}]`) as unknown[];
  return { state: kind.parts.join(head, items), mark: { seq, items, headLength } };
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError('A state and its items must be values that JSON can hold.');
  return text;
}
