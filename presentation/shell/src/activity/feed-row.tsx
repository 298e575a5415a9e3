import { who } from '@loggia/client';
import type { Commit } from '@loggia/protocol';
import { Archive, FilePlus2, GitCommitHorizontal, MessagesSquare, PencilLine, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { showDetails } from '../details/details-state.ts';
import { navigate } from '../navigation/use-route.ts';
import { Badge } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import type { FeedEntry } from './feed.ts';

const mostShown = 12;

const acts = {
  created: { icon: <FilePlus2 aria-hidden />, word: 'Created' },
  edited: { icon: <PencilLine aria-hidden />, word: 'Edited' },
  archived: { icon: <Archive aria-hidden />, word: 'Archived' },
  deleted: { icon: <Trash2 aria-hidden />, word: 'Moved to the trash' },
} as const;

/** One line of the feed: what happened, to what, when and by whom. */
export function FeedRow({ entry }: { readonly entry: FeedEntry }) {
  if (entry.kind === 'commit') return <CommitRow commit={entry.commit} />;
  if (entry.kind === 'session') {
    const { resource, title } = entry.session;
    return (
      <Row icon={<MessagesSquare aria-hidden />} at={entry.at}>
        <span>Conversation</span>
        <Link onOpen={() => navigate({ page: 'session', session: resource })}>{title || 'New session'}</Link>
      </Row>
    );
  }
  const { icon, word } = acts[entry.kind];
  return (
    <Row icon={icon} at={entry.at} by={entry.by}>
      <span>{word}</span>
      <Link onOpen={() => showDetails(entry.artifact.id)}>{entry.artifact.title}</Link>
    </Row>
  );
}

function CommitRow({ commit }: { readonly commit: Commit }) {
  const shown = commit.artifacts.slice(0, mostShown);
  const rest = commit.artifacts.length - shown.length;
  return (
    <Row
      icon={<GitCommitHorizontal aria-hidden />}
      at={commit.at}
      by={commit.author}
      more={
        <ul className="activity-artifacts">
          {shown.map(({ artifact, version, title }) => (
            <li key={artifact}>
              <Link onOpen={() => showDetails(artifact)}>{title}</Link>
              <Badge>v{version}</Badge>
            </li>
          ))}
          {rest > 0 && <li>and {rest} more</li>}
        </ul>
      }
    >
      <span>Committed</span>
      <strong>{commit.message}</strong>
    </Row>
  );
}

function Row({
  icon,
  at,
  by,
  more,
  children,
}: {
  readonly icon: ReactNode;
  readonly at: string;
  readonly by?: string;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className="activity-row activity-commit">
      {icon}
      <div className="activity-words">
        <div>{children}</div>
        <p>
          <TimeAgo at={at} />
          {by !== undefined && ` by ${who(by)}`}
        </p>
        {more}
      </div>
    </li>
  );
}

function Link({ children, onOpen }: { readonly children: string; onOpen(): void }) {
  return (
    <button type="button" className="activity-link" onClick={onOpen}>
      {children}
    </button>
  );
}
