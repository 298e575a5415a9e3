import type { AnyChannelKind } from './channel-kind.ts';
import { storedFacts } from './facts.ts';
import type { GroupCommit } from './group-commit.ts';
import { HotChannel } from './hot-channel.ts';
import { takeSnapshot } from './snapshot.ts';

interface Beginning {
  readonly commits: GroupCommit;
  readonly parent: string | undefined;
  readonly now: number;
}

/** Creates a channel in memory, which takes a sequence number, and queues its row and first snapshot to be stored. */
export function beginChannel(
  uri: string,
  behavior: AnyChannelKind,
  state: unknown,
  { commits, parent, now }: Beginning,
): HotChannel {
  const seq = commits.newestSeq + 1;
  // Before anything is changed: a state that can't be stored must leave no trace.
  const { write, mark } = takeSnapshot(behavior, uri, state, seq, []);
  const facts = behavior.describe(state);
  const stored = {
    uri,
    kind: behavior.name,
    parent,
    createdAt: new Date(now).toISOString(),
    createdSeq: seq,
    ...storedFacts(facts),
  };
  const channel = new HotChannel({
    owner: commits,
    stored,
    behavior,
    state,
    seq: commits.nextSeq(),
    durable: false,
    snapshot: mark,
    tail: { actions: 0, length: 0 },
    now,
  });
  channel.described = { state, summary: facts.summary };
  const batch = commits.open;
  batch.created.push(stored);
  batch.snapshots.push(write);
  batch.touch(channel);
  return channel;
}
