import { setOrDrop, upsert, without } from '../../common/objects.ts';
import type { Steps } from '../../define-actions.ts';
import type { ChatAction } from './actions.ts';
import type { PendingMessage } from './messages.ts';
import type { ChatState } from './state.ts';

type PendingAction = Extract<
  ChatAction,
  { type: `chat/pendingMessage${string}` | 'chat/queuedMessagesReordered' | 'chat/draftChanged' }
>;

export function withoutQueued(state: ChatState, id: string): ChatState {
  const left = state.queuedMessages?.filter((entry) => entry.id !== id);
  if (!left || left.length === state.queuedMessages?.length) return state;
  return setOrDrop(state, 'queuedMessages', left.length > 0 ? left : undefined);
}

export function withoutSteering(state: ChatState, id: string): ChatState {
  return state.steeringMessage?.id === id ? (without(state, 'steeringMessage') as ChatState) : state;
}

export const pendingSteps: Steps<ChatState, PendingAction> = {
  'chat/pendingMessageSet': (state, { kind, id, message }) => {
    const entry: PendingMessage = { id, message };
    if (kind === 'steering') return { ...state, steeringMessage: entry };
    return {
      ...state,
      queuedMessages: upsert(state.queuedMessages ?? [], entry, (other) => other.id === id),
    };
  },
  'chat/pendingMessageRemoved': (state, { kind, id }) =>
    kind === 'steering' ? withoutSteering(state, id) : withoutQueued(state, id),
  'chat/queuedMessagesReordered': (state, { order }) => {
    const queue = state.queuedMessages;
    if (!queue) return state;
    const byId = new Map(queue.map((entry) => [entry.id, entry]));
    const named = [...new Set(order)].flatMap((id) => byId.get(id) ?? []);
    const rest = queue.filter((entry) => !named.includes(entry));
    return { ...state, queuedMessages: [...named, ...rest] };
  },
  'chat/draftChanged': (state, { draft }) => setOrDrop(state, 'draft', draft),
};
