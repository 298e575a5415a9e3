import { activityOf, hasStatus, Status } from '@loggia/protocol';

/** The reasons to look at a session or chat, the most pressing first. */
export type Mark = 'needs-you' | 'working' | 'failed' | 'unread';

export function markOf(status: number): Mark | undefined {
  if (hasStatus(status, Status.inputNeeded)) return 'needs-you';
  if (activityOf(status) === Status.inProgress) return 'working';
  if (activityOf(status) === Status.error) return 'failed';
  return hasStatus(status, Status.isRead) ? undefined : 'unread';
}

export const markWords: Readonly<Record<Mark, string>> = {
  'needs-you': 'Waiting for you',
  working: 'Working',
  failed: 'Interrupted',
  unread: 'Unread',
};

export function isArchived(status: number): boolean {
  return hasStatus(status, Status.isArchived);
}
