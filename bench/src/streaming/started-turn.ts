import { createSession, type AhpClient, type ChannelView } from '@loggia/client';
import type { ChatState } from '@loggia/protocol';
import { moment } from '../measure/moment.ts';

export interface StartedTurn {
  readonly chat: ChannelView<ChatState>;
  /** When the message left the client. */
  readonly at: number;
}

/** The first turn of a new session. */
export async function startTurn(client: AhpClient): Promise<StartedTurn> {
  const session = client.session(await createSession(client));
  await session.ready;
  const chat = client.chat(session.state?.defaultChat ?? '');
  await chat.ready;
  const at = moment();
  const message = { text: 'Go on.', origin: { kind: 'user' as const } };
  chat.dispatch({ type: 'chat/turnStarted', turnId: 't', startedAt: new Date().toISOString(), message });
  return { chat, at };
}
