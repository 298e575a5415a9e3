import type { ArtifactSummary, Commit, SessionSummary } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { daysOf, dayWord, feedOf, type FeedSources } from './feed.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 2, 12, minute)).toISOString();

function artifact(id: string, changes: Partial<ArtifactSummary> = {}): ArtifactSummary {
  return {
    id,
    workspace: 'w',
    type: 'a/b',
    title: id,
    state: 'committed',
    revision: 1,
    version: 1,
    collections: [],
    createdAt: at(0),
    createdBy: 'local',
    modifiedAt: at(0),
    modifiedBy: 'local',
    ...changes,
  };
}

const commit = (id: string, minute: number): Commit => ({
  id,
  workspace: 'w',
  message: id,
  author: 'local',
  at: at(minute),
  artifacts: [],
});
const session = { resource: 'ahp-session:/s', title: 'Talk', modifiedAt: at(9) } as SessionSummary;
const nothing: FeedSources = {
  commits: { items: [], hasMore: false },
  artifacts: { items: [], hasMore: false },
  trash: [],
  sessions: [],
};
const told = (sources: Partial<FeedSources>) =>
  feedOf({ ...nothing, ...sources }).map(({ kind, at: when }) => `${kind} ${new Date(when).getUTCMinutes()}`);

describe('the feed of a workspace', () => {
  test('J7: what happened stands in one list, the newest first', () => {
    expect(
      told({
        commits: { items: [commit('c', 5)], hasMore: false },
        artifacts: {
          items: [
            artifact('edited', { state: 'draft', modifiedAt: at(7) }),
            artifact('put away', { state: 'archived', modifiedAt: at(6) }),
            artifact('kept', { createdAt: at(2), modifiedAt: at(5) }),
          ],
          hasMore: false,
        },
        trash: [artifact('gone', { deletedAt: at(8), createdAt: at(1) })],
        sessions: [session],
      }),
    ).toEqual([
      'session 9',
      'deleted 8',
      'edited 7',
      'archived 6',
      'commit 5',
      'created 2',
      'created 1',
      'created 0',
      'created 0',
    ]);
  });

  test('J7: it ends where something in between may not have been read yet', () => {
    const commits = { items: [commit('new', 8), commit('old', 4)], hasMore: true };
    const artifacts = { items: [artifact('a', { createdAt: at(1), modifiedAt: at(1) })], hasMore: false };
    expect(told({ commits, artifacts })).toEqual(['commit 8', 'commit 4']);
  });

  test('J7: days go by the names that people give them', () => {
    const now = new Date(2026, 0, 2, 12).getTime();
    const day = (days: number): string => new Date(2026, 0, 2 - days, 10).toISOString();
    expect([0, 1, 4].map((days) => dayWord(day(days), now, 'en'))).toEqual([
      'Today',
      'Yesterday',
      'Monday, December 29, 2025',
    ]);
    const sources = { ...nothing, commits: { items: [commit('a', 3), commit('b', 2)], hasMore: false } };
    expect(daysOf(feedOf(sources), now).map(({ entries }) => entries.length)).toEqual([2]);
  });
});
