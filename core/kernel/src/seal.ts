import { changedFacts } from './facts.ts';
import type { HotChannel } from './hot-channel.ts';
import type { KernelLimits } from './limits.ts';
import type { PendingBatch } from './pending-batch.ts';
import type { Batch, SnapshotWrite } from './ports/store.ts';
import type { Report } from './problem.ts';
import { takeSnapshot } from './snapshot.ts';

/** Turns the writes of one turn of the event loop into one transaction. */
export function sealBatch(
  batch: PendingBatch,
  options: { limits: KernelLimits; report: Report; now: number; trimmedThrough: number },
): Batch {
  const { limits, report, now } = options;
  const facts: Batch['facts'][number][] = [];
  const snapshots: SnapshotWrite[] = batch.snapshots;
  const forgotten: Batch['forgotten'][number][] = [];
  for (const channel of batch.touched) {
    if (!channel.isLive) continue;
    if (channel.seq !== channel.committedSeq) channel.lastUsed = now;
    channel.seal();
    const described = describe(channel, report);
    if (described !== undefined) facts.push({ channel: channel.uri, facts: described });
    if (!channel.leaving && !channel.forgetting && !isSnapshotDue(channel, limits)) continue;
    const snapshot = snapshotOf(channel, report);
    if (snapshot === undefined) continue;
    snapshots.push(snapshot);
    if (channel.forgetting) forgotten.push({ channel: channel.uri, seq: snapshot.seq });
    channel.forgetting = false;
  }
  return {
    removed: [...batch.removed],
    created: batch.created,
    facts,
    entries: batch.entries,
    snapshots,
    forgotten,
    records: [...batch.records.values()],
    partWrites: batch.partWrites,
    trimThrough: trimTarget(batch, limits, options.trimmedThrough),
    lastSeq: batch.lastSeq,
  };
}

function describe(channel: HotChannel, report: Report): ReturnType<typeof changedFacts> {
  try {
    const facts = changedFacts(channel);
    if (facts !== undefined) channel.facts = facts;
    return facts;
  } catch (error) {
    const message = `The kind "${channel.kind}" could not describe ${channel.uri}; lists show it as it was.`;
    report({ kind: 'kind', message, channel: channel.uri, error });
    return undefined;
  }
}

/**
 * Not before the log outweighs the head: otherwise a head that grows with every action, like that of a streaming turn,
 * would be rewritten over and over.
 */
function isSnapshotDue({ tailActions, tailLength, snapshot }: HotChannel, limits: KernelLimits): boolean {
  return tailActions >= limits.snapshotEvery && tailLength >= snapshot.headLength;
}

function snapshotOf(channel: HotChannel, report: Report): SnapshotWrite | undefined {
  // Also after a failure: otherwise the next commit would try, and fail, again.
  channel.tailActions = 0;
  channel.tailLength = 0;
  try {
    const { behavior, uri, newest, seq, snapshot } = channel;
    const taken = takeSnapshot(behavior, uri, newest, seq, snapshot.items);
    channel.snapshot = taken.mark;
    return taken.write;
  } catch (error) {
    const message = `The kind "${channel.kind}" could not split ${channel.uri}; it keeps its last snapshot.`;
    report({ kind: 'kind', message, channel: channel.uri, error });
    return undefined;
  }
}

function trimTarget(batch: PendingBatch, limits: KernelLimits, trimmedThrough: number): number | undefined {
  const target = batch.lastSeq - limits.retainActions;
  if (target - trimmedThrough < limits.trimStep) return undefined;
  // Twice what this batch adds, so that a log that has grown too long shrinks without one commit paying for all of it.
  return Math.min(target, trimmedThrough + 2 * Math.max(limits.trimStep, batch.entries.length));
}
