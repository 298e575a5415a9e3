import { workspaceUri, type ArtifactSummary, type Commit } from '@loggia/protocol';
import { Activity } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useHost } from '../host/host-context.tsx';
import { PagedList } from '../host/paged-list.ts';
import { useAnswer } from '../host/use-answer.ts';
import { useWorkspace } from '../host/use-channel.ts';
import { usePagedList } from '../host/use-paged-list.ts';
import { useSessions } from '../session-list/use-sessions.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { useNow } from '../ui/use-now.ts';
import { daysOf, feedOf, type FeedEntry } from './feed.ts';
import { FeedRow } from './feed-row.tsx';

export type Shown = 'all' | 'artifacts' | 'commits' | 'sessions';

/** The activity of the workspace, grouped by day. */
export function FeedList({ workspace, shown }: { readonly workspace: string; readonly shown: Shown }) {
  const { entries, error, isLoading, hasMore, more, again } = useFeed(workspace);
  const now = useNow();
  if (error && entries === undefined) return <Failure error={error} retry={again} />;
  if (entries === undefined) return <Skeleton style={{ height: 160 }} />;
  const days = daysOf(
    entries.filter((entry) => isShown(entry, shown)),
    now,
  );
  return (
    <div className="activity-part">
      {error && <Failure error={error} retry={again} />}
      {days.length === 0 && !hasMore && (
        <Empty icon={<Activity />} title="Nothing has happened yet">
          Artifacts that are created, edited, committed or deleted appear here, and so do conversations.
        </Empty>
      )}
      {days.map(({ day, entries: ofDay }) => (
        <section key={day}>
          <h2 className="activity-title">{day}</h2>
          <ol className="activity-list">
            {ofDay.map((entry) => (
              <FeedRow key={`${entry.kind} ${entry.id}`} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
      {hasMore && (
        <Button disabled={isLoading} onClick={more}>
          Show older activity
        </Button>
      )}
    </div>
  );
}

function isShown({ kind }: FeedEntry, shown: Shown): boolean {
  if (shown === 'all') return true;
  if (shown === 'commits') return kind === 'commit';
  return shown === 'sessions' ? kind === 'session' : kind !== 'commit' && kind !== 'session';
}

function useFeed(workspace: string) {
  const host = useHost();
  const lists = useMemo(() => {
    const from = (cursor: string | undefined) => ({
      workspace,
      limit: 50,
      ...(cursor !== undefined && { cursor }),
    });
    return {
      commits: new PagedList<Commit>({
        read: async (cursor) => {
          const answer = await host.ask('x-loggia/listCommits', from(cursor));
          return { entries: answer.commits, cursor: answer.nextCursor };
        },
      }),
      artifacts: new PagedList<ArtifactSummary>({
        read: async (cursor) => {
          const answer = await host.ask('x-loggia/listArtifacts', { ...from(cursor), order: 'modified' });
          return { entries: answer.artifacts, cursor: answer.nextCursor };
        },
      }),
    };
  }, [host, workspace]);
  const commits = usePagedList(lists.commits);
  const artifacts = usePagedList(lists.artifacts);
  const { value, again: lookIntoTrash } = useAnswer('x-loggia/listArtifacts', {
    workspace,
    deleted: true,
    limit: 50,
  });
  const { sessions } = useSessions();
  // Every change of an artifact changes the workspace's state.
  const changed = useWorkspace(workspace)?.confirmed?.artifacts;
  const again = useMemo(
    () => () => {
      lists.commits.again();
      lists.artifacts.again();
      lookIntoTrash();
    },
    [lists, lookIntoTrash],
  );
  useEffect(() => again(), [again, changed]);
  const isRead = commits.entries !== undefined && artifacts.entries !== undefined;
  const here = workspaceUri(workspace);
  return {
    entries: isRead
      ? feedOf({
          commits: { items: commits.entries, hasMore: commits.hasMore },
          artifacts: { items: artifacts.entries, hasMore: artifacts.hasMore },
          trash: value?.artifacts ?? [],
          sessions: sessions.filter(({ project }) => project?.uri === here),
        })
      : undefined,
    error: commits.error ?? artifacts.error,
    isLoading: commits.isLoading || artifacts.isLoading,
    hasMore: commits.hasMore || artifacts.hasMore,
    more: () => {
      if (commits.hasMore) lists.commits.more();
      if (artifacts.hasMore) lists.artifacts.more();
    },
    again,
  };
}
