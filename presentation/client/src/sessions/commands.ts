import { rootUri, type ChatState, type Params, type SessionSummary } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';
import type { CallOptions } from '../rpc/call.ts';

type Rest<Command extends 'createSession' | 'createChat', Given extends string> = Omit<
  Params<Command>,
  Given
>;

/** Resolves with the new session's URI once the host has it; `session/ready` on its channel says when it can work. */
export async function createSession(
  client: AhpClient,
  params: Rest<'createSession', 'channel'> & { readonly session?: string } = {},
  options?: CallOptions,
): Promise<string> {
  const { session = `ahp-session:/${client.environment.newId()}`, ...rest } = params;
  await client.request('createSession', { ...rest, channel: session }, options);
  return session;
}

/** Resolves with the new chat's URI once it is in the session's catalog. */
export async function createChat(
  client: AhpClient,
  session: string,
  params: Rest<'createChat', 'channel' | 'chat'> & { readonly chat?: string } = {},
  options?: CallOptions,
): Promise<string> {
  const { chat = `ahp-chat:/${client.environment.newId()}`, ...rest } = params;
  await client.request('createChat', { ...rest, channel: session, chat }, options);
  return chat;
}

/** Page by page, those modified last first. The next page is asked for when it is wanted. */
export async function* listSessions(
  client: AhpClient,
  { limit, ...options }: CallOptions & { readonly limit?: number } = {},
): AsyncGenerator<readonly SessionSummary[], void, undefined> {
  let cursor: string | undefined;
  do {
    const params = {
      channel: rootUri,
      ...(limit !== undefined && { limit }),
      ...(cursor !== undefined && { cursor }),
    };
    const page = await client.request('listSessions', params, options);
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/**
 * Loads the turns before those that the view has. They are in its state when this resolves; whether there are more is
 * in its `turnsNextCursor`. Does nothing when there are none.
 */
export async function fetchTurns(
  client: AhpClient,
  chat: { readonly uri: string; readonly confirmed: ChatState | undefined },
  options?: CallOptions,
): Promise<void> {
  const cursor = chat.confirmed?.turnsNextCursor;
  if (chat.confirmed && cursor === undefined) return;
  await client.request('fetchTurns', { channel: chat.uri, ...(cursor !== undefined && { cursor }) }, options);
}
