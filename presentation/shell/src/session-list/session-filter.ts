import { workspaceUri, type SessionSummary } from '@loggia/protocol';
import { isArchived } from './session-marks.ts';

export interface SessionFilter {
  readonly workspace: string;
  readonly words: string;
  readonly archived: boolean;
}

/** The sessions of a workspace that have all the words in their titles, in the order that they came in. */
export function filterSessions(
  sessions: readonly SessionSummary[],
  { workspace, words, archived }: SessionFilter,
): readonly SessionSummary[] {
  const project = workspaceUri(workspace);
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return sessions.filter(({ project: own, status, title, activity }) => {
    if (own?.uri !== project || isArchived(status) !== archived) return false;
    const said = `${title} ${activity ?? ''}`.toLocaleLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

/** The session that a workspace's dock shows: the remembered one while it is there, else the newest. */
export function dockedSession(
  sessions: readonly SessionSummary[],
  remembered: string | undefined,
): SessionSummary | undefined {
  return sessions.find(({ resource }) => resource === remembered) ?? sessions[0];
}
