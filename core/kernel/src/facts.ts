import type { ChannelFacts } from './channel-kind.ts';
import type { HotChannel } from './hot-channel.ts';
import type { StoredFacts } from './ports/store.ts';

export function storedFacts(facts: ChannelFacts): StoredFacts {
  return {
    busy: facts.busy,
    modifiedAt: facts.modifiedAt,
    title: facts.title,
    summary: facts.summary === undefined ? undefined : JSON.stringify(facts.summary),
  };
}

/** The facts to write for a channel whose state may have changed; undefined if they match the stored ones. */
export function changedFacts(channel: HotChannel): StoredFacts | undefined {
  const { described, newest } = channel;
  if (described !== undefined && described.state === newest) return undefined;
  const facts = channel.behavior.describe(newest);
  const before = channel.facts;
  const sameSummary = described !== undefined && described.summary === facts.summary;
  channel.described = { state: newest, summary: facts.summary };
  const sameRest =
    before.busy === facts.busy && before.modifiedAt === facts.modifiedAt && before.title === facts.title;
  if (sameRest && sameSummary) return undefined;
  const now = storedFacts(facts);
  if (sameRest && before.summary === now.summary) return undefined;
  return now;
}
