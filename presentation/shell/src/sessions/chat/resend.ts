import type { AhpClient } from '@loggia/client';
import type { ChatState } from '@loggia/protocol';
import { confirm } from '../../ui/question-queue.ts';
import { complain } from '../../ui/toast-queue.ts';
import { newTurn } from './speak.ts';

/** Cuts the chat before a turn and says that turn's message in other words. */
export async function resend(
  client: Pick<AhpClient, 'dispatch' | 'environment'>,
  chat: string,
  state: ChatState | undefined,
  turn: string,
  text: string,
): Promise<boolean> {
  if (state === undefined) return false;
  const index = state.turns.findIndex(({ id }) => id === turn);
  const message = (state.turns[index] ?? state.activeTurn)?.message;
  if (message === undefined) return false;
  const at = index < 0 ? state.turns.length : index;
  const before = state.turns[at - 1];
  if (before === undefined && state.turnsNextCursor !== undefined) {
    complain('Scroll up first: the messages before this one aren’t loaded yet.');
    return false;
  }
  const later = state.turns.length - at - 1 + (state.activeTurn && index >= 0 ? 1 : 0);
  if (later > 0) {
    const sure = await confirm({
      title: 'Send it again from here?',
      text: `Everything after it is discarded: ${later === 1 ? 'one turn' : `${later} turns`}. To keep both, fork the turn before it instead.`,
      action: 'Discard and send',
      danger: true,
    });
    if (!sure) return false;
  }
  try {
    await client.dispatch(chat, { type: 'chat/truncated', ...(before && { turnId: before.id }) }).settled;
    await client.dispatch(chat, newTurn(client, { ...message, text, origin: { kind: 'user' } })).settled;
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}
