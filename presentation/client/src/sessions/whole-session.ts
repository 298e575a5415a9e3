import type { ChatState, SessionState } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';
import { fetchTurns } from './commands.ts';

export interface WholeSession {
  readonly resource: string;
  readonly state: SessionState;
  /** In the order of the session's catalog, each with all its turns. */
  readonly chats: readonly ChatState[];
}

/** A session as the host confirms it, with all the turns of all its chats. */
export async function wholeSession(client: AhpClient, resource: string): Promise<WholeSession> {
  const session = client.session(resource);
  try {
    await session.ready;
    const state = session.confirmed as SessionState;
    const chats: ChatState[] = [];
    for (const { resource: uri } of state.chats) chats.push(await wholeChat(client, uri));
    return { resource, state, chats };
  } finally {
    session.dispose();
  }
}

async function wholeChat(client: AhpClient, uri: string): Promise<ChatState> {
  const chat = client.chat(uri);
  try {
    await chat.ready;
    for (;;) {
      const before = chat.confirmed as ChatState;
      if (before.turnsNextCursor === undefined) return before;
      await fetchTurns(client, chat);
      const after = chat.confirmed as ChatState;
      // A host that brings nothing new would be asked forever.
      if (after.turns.length === before.turns.length) return after;
    }
  } finally {
    chat.dispose();
  }
}
