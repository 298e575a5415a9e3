import {
  drivingChat,
  sessionAgent,
  sessionChangesOf,
  statusOfSession,
  type ChatSummary,
  type SessionChatSummary,
  type SessionState,
  type SessionSummary,
} from '@loggia/protocol';

export function lastModified(session: SessionState): string {
  return session.chats.reduce((latest, chat) => (chat.modifiedAt > latest ? chat.modifiedAt : latest), '');
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

/** The facts about a session that lists show, derived from its state alone. */
export function summaryFacts(session: SessionState): SummaryFacts {
  const text = drivingChat(session)?.activity ?? session.activity;
  const changes = sessionChangesOf(session);
  const { title, origin, project, workingDirectories, annotations, defaultChat } = session;
  return {
    provider: sessionAgent(session),
    title,
    status: statusOfSession(session),
    chats: session.chats.map(compact),
    ...(text !== undefined && { activity: text }),
    ...(origin && { origin }),
    ...(project && { project }),
    ...(workingDirectories && { workingDirectories }),
    ...(annotations && { annotations }),
    ...(changes && { changes }),
    ...(defaultChat !== undefined && { defaultChat }),
  };
}

export function summarize(resource: string, createdAt: string, session: SessionState): SessionSummary {
  const modifiedAt = lastModified(session) || createdAt;
  return { ...summaryFacts(session), resource, createdAt, modifiedAt };
}

/** The fields of `next` that differ from `before`; a removed text becomes empty, since a merge can't delete. */
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
