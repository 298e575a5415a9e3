import type { Channel } from '@loggia/kernel';
import {
  viewToolMark,
  viewToolOf,
  type ActiveClient,
  type ChatAction,
  type ChatState,
  type SessionState,
  type ToolCall,
} from '@loggia/protocol';
import { findCall } from './rules/chat-rules.ts';

/** Keeps a call marked as a View's: `_meta` in an action about it would replace the mark. */
export function keepingViewTool(state: ChatState, action: ChatAction): ChatAction {
  if (!('toolCallId' in action) || !('_meta' in action) || action._meta === undefined) return action;
  const call = findCall(state, action);
  const view = call && viewToolOf(call);
  return view ? { ...action, _meta: { ...action._meta, ...viewToolMark(view) } } : action;
}

/** The tools of Views that a client stops offering with its new registration. */
export function withdrawnTools(
  { state }: Pick<Channel<SessionState>, 'state'>,
  { clientId, tools }: Pick<ActiveClient, 'clientId' | 'tools'>,
): ReadonlySet<string> {
  const before = state.activeClients.find((client) => client.clientId === clientId)?.tools ?? [];
  const left = new Set(tools.map(({ name }) => name));
  return new Set(before.filter((tool) => viewToolOf(tool) && !left.has(tool.name)).map(({ name }) => name));
}

/** Why a call of a View's tool ends when its client stops offering it. */
export function closedViewSentence(call: Pick<ToolCall, '_meta' | 'displayName'>): string | undefined {
  const view = viewToolOf(call);
  return (
    view &&
    `The View "${view.title}" was closed, or stopped offering "${call.displayName}", before the call was done.`
  );
}
