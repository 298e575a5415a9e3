import { activityOf, hasStatus, Status, type SessionSummary } from '@loggia/protocol';
import type { Column } from '../../output/table.ts';
import { shortIds } from './short-ids.ts';

/** The status of a session in a word or two. */
function statusWords(status: number): string {
  const words: readonly (readonly [number, string])[] = [
    [Status.inputNeeded, 'needs you'],
    [Status.inProgress, 'running'],
    [Status.error, 'failed'],
  ];
  const activity = words.find(([bits]) => activityOf(status) === bits)?.[1];
  const archived = hasStatus(status, Status.isArchived) ? 'archived' : undefined;
  return [activity, archived].filter((word) => word !== undefined).join(', ') || 'idle';
}

export function sessionColumns(sessions: readonly SessionSummary[]): readonly Column<SessionSummary>[] {
  const ids = shortIds(sessions.map(({ resource }) => resource));
  return [
    { title: 'id', cell: ({ resource }) => ids.get(resource) ?? resource, whole: true },
    { title: 'title', cell: ({ title }) => title },
    {
      title: 'state',
      cell: ({ status }) => statusWords(status),
      paint: ({ status }, text, style) =>
        activityOf(status) === Status.inputNeeded
          ? style.warning(text)
          : activityOf(status) === Status.error
            ? style.bad(text)
            : style.faint(text),
      whole: true,
    },
    { title: 'agent', cell: ({ provider }) => provider },
    { title: 'changed', cell: ({ modifiedAt }) => modifiedAt.replace(/\.\d+Z$/, 'Z'), whole: true },
  ];
}
