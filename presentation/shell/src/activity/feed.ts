import type { ArtifactSummary, Commit, SessionSummary } from '@loggia/protocol';

/** One thing that happened in a workspace. */
export type FeedEntry =
  | { readonly kind: 'commit'; readonly id: string; readonly at: string; readonly commit: Commit }
  | {
      readonly kind: 'created' | 'edited' | 'archived' | 'deleted';
      readonly id: string;
      readonly at: string;
      readonly by: string;
      readonly artifact: Pick<ArtifactSummary, 'id' | 'title'>;
    }
  | { readonly kind: 'session'; readonly id: string; readonly at: string; readonly session: SessionSummary };

/** A list of the host as far as it was read, the newest first. */
interface Source<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

export interface FeedSources {
  readonly commits: Source<Commit>;
  /** In the order in which they were modified. */
  readonly artifacts: Source<ArtifactSummary>;
  readonly trash: readonly ArtifactSummary[];
  readonly sessions: readonly SessionSummary[];
}

/** Everything that happened, the newest first, back to where one of the lists was not read any further. */
export function feedOf({ commits, artifacts, trash, sessions }: FeedSources): readonly FeedEntry[] {
  const horizon = [
    ...(commits.hasMore ? commits.items.slice(-1).map(({ at }) => at) : []),
    ...(artifacts.hasMore ? artifacts.items.slice(-1).map(({ modifiedAt }) => modifiedAt) : []),
  ]
    .toSorted()
    .at(-1);
  const entries: readonly FeedEntry[] = [
    ...commits.items.map((commit) => ({ kind: 'commit' as const, id: commit.id, at: commit.at, commit })),
    ...artifacts.items.flatMap(entriesOf),
    ...trash.flatMap(entriesOf),
    ...sessions.map((session) => ({
      kind: 'session' as const,
      id: session.resource,
      at: session.modifiedAt,
      session,
    })),
  ];
  return entries
    .filter(({ at }) => horizon === undefined || at >= horizon)
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

/** The entries that can be told from an artifact's own fields. A commit is an entry of its own. */
function entriesOf(artifact: ArtifactSummary): readonly FeedEntry[] {
  const { id, createdAt, createdBy, modifiedAt, modifiedBy, state, deletedAt } = artifact;
  const entry = (kind: 'created' | 'edited' | 'archived' | 'deleted', at: string, by: string): FeedEntry => ({
    kind,
    id: `${kind} ${id}`,
    at,
    by,
    artifact,
  });
  const made = entry('created', createdAt, createdBy);
  if (deletedAt !== undefined) return [entry('deleted', deletedAt, modifiedBy), made];
  if (state === 'archived') return [entry('archived', modifiedAt, modifiedBy), made];
  return state === 'draft' && modifiedAt > createdAt
    ? [entry('edited', modifiedAt, modifiedBy), made]
    : [made];
}

/** The day as people call it. */
export function dayWord(at: string, now: number, locale?: string): string {
  const day = new Date(at);
  const before = (days: number): string => {
    const date = new Date(now);
    date.setDate(date.getDate() - days);
    return date.toDateString();
  };
  if (day.toDateString() === before(0)) return 'Today';
  if (day.toDateString() === before(1)) return 'Yesterday';
  const thisYear = day.getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(!thisYear && { year: 'numeric' }),
  }).format(day);
}

export interface FeedDay {
  readonly day: string;
  readonly entries: readonly FeedEntry[];
}

export function daysOf(entries: readonly FeedEntry[], now: number): readonly FeedDay[] {
  const days: { day: string; entries: FeedEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayWord(entry.at, now);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
