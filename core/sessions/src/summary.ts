import {
  activityOf,
  hasStatus,
  Status,
  withActivity,
  type ChatSummary,
  type SessionChatSummary,
  type SessionState,
  type SessionSummary,
} from '@loggia/protocol';

export function lastModified(session: SessionState): string {
  return session.chats.reduce((latest, chat) => (chat.modifiedAt > latest ? chat.modifiedAt : latest), '');
}

/** The chat that the session is judged by: the default one, else the one that changed last. */
function leadingChat(session: SessionState): ChatSummary | undefined {
  const byDefault = session.chats.find((chat) => chat.resource === session.defaultChat);
  if (byDefault) return byDefault;
  return session.chats.toSorted((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1))[0];
}

/** Whoever waits for the user, or has failed, speaks for the whole session. */
function drivingChat(session: SessionState): ChatSummary | undefined {
  return (
    session.chats.find((chat) => hasStatus(chat.status, Status.inputNeeded)) ??
    session.chats.find((chat) => hasStatus(chat.status, Status.error)) ??
    leadingChat(session)
  );
}

function compact(chat: ChatSummary): SessionChatSummary {
  const { resource, title, status, origin, interactivity, changes } = chat;
  return {
    resource,
    title,
    status,
    ...(origin && { origin }),
    ...(interactivity && { interactivity }),
    ...(changes && { changes }),
  };
}

export type SummaryFacts = Omit<SessionSummary, 'resource' | 'createdAt' | 'modifiedAt'>;

/** What a list of sessions shows of one, made from its state alone. */
export function summaryFacts(session: SessionState): SummaryFacts {
  const driving = drivingChat(session);
  const asksUser = hasStatus(session.status, Status.inputNeeded);
  const activity = asksUser ? Status.inputNeeded : driving ? activityOf(driving.status) : Status.idle;
  const text = driving?.activity ?? session.activity;
  const { provider, title, origin, project, workingDirectories, annotations, defaultChat } = session;
  return {
    provider,
    title,
    status: withActivity(session.status, activity || Status.idle),
    chats: session.chats.map(compact),
    ...(text !== undefined && { activity: text }),
    ...(origin && { origin }),
    ...(project && { project }),
    ...(workingDirectories && { workingDirectories }),
    ...(annotations && { annotations }),
    ...(defaultChat !== undefined && { defaultChat }),
  };
}

export function summarise(resource: string, createdAt: string, session: SessionState): SessionSummary {
  const modifiedAt = lastModified(session) || createdAt;
  return { ...summaryFacts(session), resource, createdAt, modifiedAt };
}

/** The fields of `next` that differ from `before`; a text that vanished becomes empty, since a merge cannot delete. */
export function summaryChanges(
  before: SessionSummary,
  next: SessionSummary,
): Partial<SessionSummary> | undefined {
  const changes: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(next)]) as Set<keyof SessionSummary>) {
    if (JSON.stringify(before[key]) === JSON.stringify(next[key])) continue;
    changes[key] = next[key] ?? (typeof before[key] === 'string' ? '' : []);
  }
  return Object.keys(changes).length > 0 ? (changes as Partial<SessionSummary>) : undefined;
}
