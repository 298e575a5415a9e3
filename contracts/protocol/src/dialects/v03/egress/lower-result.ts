import type { ChatState } from '../../../channels/chat/state.ts';
import type { RootState } from '../../../channels/root/state.ts';
import type { TerminalState } from '../../../channels/terminal/state.ts';
import { rootUri, schemeOf } from '../../../channels/uris.ts';
import type { NotificationName, NotificationParams, Result } from '../../../commands.ts';
import { defined } from '../../../common/objects.ts';
import type { InitializeResult } from '../../../connection/commands.ts';
import type { Snapshot } from '../../../connection/envelope.ts';
import { ProtocolError } from '../../../errors.ts';
import { projectAttachment } from './project-message.ts';
import { projectRoot, projectSession, projectSummary, projectSummaryChanges } from './project-state.ts';
import { projectTerminal } from './project-terminal.ts';
import { projectTurn } from './project-turn.ts';
import type { V03SessionSummary, V03Turn } from '../state.ts';
import type { Inline, SessionView } from '../view.ts';

export interface V03TurnPage {
  readonly turns: V03Turn[];
  readonly hasMore: boolean;
}

/** The turns before one of them, or the newest ones; oldest first. */
export function pageOfTurns(
  chat: ChatState,
  before: string | undefined,
  limit: number | undefined,
  inline?: Inline,
): V03TurnPage {
  const end = before === undefined ? chat.turns.length : chat.turns.findIndex((turn) => turn.id === before);
  if (end < 0)
    throw new ProtocolError('InvalidParams', `There is no turn "${before}" to fetch turns before.`);
  const start = limit === undefined ? 0 : Math.max(0, end - limit);
  return {
    turns: chat.turns.slice(start, end).map((turn) => projectTurn(turn, inline)),
    hasMore: start > 0 || chat.turnsNextCursor !== undefined,
  };
}

/** Sessions include their conversation; separate chats aren't shown. */
export function lowerSnapshots(
  snapshots: readonly Snapshot[],
  viewOf: (session: string) => SessionView | undefined,
  clientId: string,
  inline?: Inline,
): Snapshot<object>[] {
  return snapshots.flatMap((snapshot): Snapshot<object>[] => {
    const { resource, state } = snapshot;
    if (resource === rootUri) return [{ ...snapshot, state: projectRoot(state as unknown as RootState) }];
    const view = viewOf(resource);
    if (view) return [{ ...snapshot, state: projectSession(view, clientId, inline) }];
    if (schemeOf(resource) === 'terminal') {
      return [{ ...snapshot, state: projectTerminal(state as unknown as TerminalState) }];
    }
    return schemeOf(resource) === 'chat' ? [] : [snapshot];
  });
}

/** `snapshots` are lowered separately, where the states are available. */
export function lowerInitializeResult(
  result: Omit<InitializeResult, 'snapshots'> & { readonly snapshots: readonly Snapshot<object>[] },
) {
  const { protocolVersion, serverSeq, snapshots, defaultDirectory, completionTriggerCharacters } = result;
  return defined({ protocolVersion, serverSeq, snapshots, defaultDirectory, completionTriggerCharacters });
}

/** 0.3 has no pages of sessions: the host returns all of them. */
export function lowerSessionList({ items }: Pick<Result<'listSessions'>, 'items'>): {
  items: V03SessionSummary[];
} {
  return { items: items.map(projectSummary) };
}

export function lowerCompletions({ items }: Result<'completions'>) {
  return { items: items.map((item) => ({ ...item, attachment: projectAttachment(item.attachment) })) };
}

type Lowered = {
  readonly [Name in NotificationName]: (params: NotificationParams<Name>) => object | undefined;
};

const notifications: Lowered = {
  'root/sessionAdded': ({ channel, summary }) => ({ channel, summary: projectSummary(summary) }),
  'root/sessionRemoved': ({ channel, session }) => ({ channel, session }),
  'root/sessionSummaryChanged': ({ channel, session, changes }) => {
    const lowered = projectSummaryChanges(changes);
    return Object.keys(lowered).length > 0 ? { channel, session, changes: lowered } : undefined;
  },
  'root/progress': () => undefined,
  'otlp/exportLogs': () => undefined,
  'otlp/exportTraces': () => undefined,
  'otlp/exportMetrics': () => undefined,
  'auth/required': ({ channel, resource, reason }) =>
    defined({ channel, resource: resource.resource, reason }),
};

/** The parameters that a 0.3 client expects; undefined if there is nothing to send. */
export function lowerNotification<Name extends NotificationName>(
  name: Name,
  params: NotificationParams<Name>,
): object | undefined {
  return notifications[name](params);
}
