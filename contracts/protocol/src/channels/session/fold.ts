import { activityOf, hasStatus, Status, withActivity } from '../../common/status.ts';
import type { AnnotationCountAction } from '../../extensions/annotation-counts.ts';
import type { ConfigSchemaAction } from '../../extensions/config-schema.ts';
import type { SpentAction } from '../../extensions/session-spent.ts';
import type { ChatSummary } from '../chat/summary.ts';
import type { SessionAction } from './actions.ts';
import { reduceSession } from './reducer.ts';
import type { SessionState } from './state.ts';

/** The chat that represents the session: the default one, or else the last changed. */
function leadingChat(session: SessionState): ChatSummary | undefined {
  const byDefault = session.chats.find((chat) => chat.resource === session.defaultChat);
  if (byDefault) return byDefault;
  return session.chats.toSorted((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1))[0];
}

/** A chat that waits for the user or has failed determines the session's status. */
export function drivingChat(session: SessionState): ChatSummary | undefined {
  return (
    session.chats.find((chat) => hasStatus(chat.status, Status.inputNeeded)) ??
    session.chats.find((chat) => hasStatus(chat.status, Status.error)) ??
    leadingChat(session)
  );
}

/** The session's own flags, with the activity of its chats. */
export function statusOfSession(session: SessionState): Status {
  const asksUser = session.inputNeeded?.some(({ kind }) => kind !== 'toolClientExecution');
  const activity = asksUser ? Status.inputNeeded : activityOf(drivingChat(session)?.status ?? Status.idle);
  return withActivity(session.status, activity || Status.idle);
}

/**
 * The protocol's reducer, followed by the status that lists show. The reducer alone leaves the status where the last
 * question put it: no action of a session says that one of its chats started or ended a turn.
 */
export function foldSession(
  state: SessionState,
  action: SessionAction | AnnotationCountAction | ConfigSchemaAction | SpentAction,
): SessionState {
  const next = reduceSession(state, action);
  if (next === state) return state;
  const status = statusOfSession(next);
  return status === next.status ? next : { ...next, status };
}
