import type { Commit } from '@loggia/protocol';
import { GitCommitHorizontal } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { showDetails } from '../details/details-state.ts';
import { useHost } from '../host/host-context.tsx';
import { PagedList } from '../host/paged-list.ts';
import { useWorkspace } from '../host/use-channel.ts';
import { usePagedList } from '../host/use-paged-list.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { who } from '../ui/who.ts';

const mostShown = 12;

/** What was committed, by whom, and which artifacts were in it. */
export function Commits({ workspace }: { readonly workspace: string }) {
  const host = useHost();
  const list = useMemo(
    () =>
      new PagedList<Commit>({
        read: async (cursor) => {
          const asked = { workspace, limit: 50, ...(cursor !== undefined && { cursor }) };
          const answer = await host.ask('x-loggia/listCommits', asked);
          return { entries: answer.commits, cursor: answer.nextCursor };
        },
      }),
    [host, workspace],
  );
  const pages = usePagedList(list);
  // Whatever is committed changes an artifact.
  const artifacts = useWorkspace(workspace)?.confirmed?.artifacts;
  useEffect(() => list.again(), [list, artifacts]);
  if (pages.error && pages.entries === undefined)
    return <Failure error={pages.error} retry={() => list.again()} />;
  if (pages.entries === undefined) return <Skeleton style={{ height: 160 }} />;
  if (pages.entries.length === 0) {
    return (
      <Empty icon={<GitCommitHorizontal />} title="No commits yet">
        Your changes are drafts until you commit them. Commits appear here.
      </Empty>
    );
  }
  return (
    <div className="activity-part">
      {pages.error && <Failure error={pages.error} retry={() => list.again()} />}
      <ol className="activity-list">
        {pages.entries.map((commit) => (
          <CommitRow key={commit.id} commit={commit} />
        ))}
      </ol>
      {pages.hasMore && (
        <Button disabled={pages.isLoading} onClick={() => list.more()}>
          Show older commits
        </Button>
      )}
    </div>
  );
}

function CommitRow({ commit }: { readonly commit: Commit }) {
  const shown = commit.artifacts.slice(0, mostShown);
  const rest = commit.artifacts.length - shown.length;
  return (
    <li className="activity-row activity-commit">
      <GitCommitHorizontal aria-hidden />
      <div className="activity-words">
        <div>
          <strong>{commit.message}</strong>
        </div>
        <p>
          <TimeAgo at={commit.at} /> by {who(commit.author)}
        </p>
        <ul className="activity-artifacts">
          {shown.map(({ artifact, version, title }) => (
            <li key={artifact}>
              <button type="button" className="activity-link" onClick={() => showDetails(artifact)}>
                {title}
              </button>
              <Badge>v{version}</Badge>
            </li>
          ))}
          {rest > 0 && <li>and {rest} more</li>}
        </ul>
      </div>
    </li>
  );
}
