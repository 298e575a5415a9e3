import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSession, type ChannelView } from '@loggia/client';
import { viewContextsOf, type ChatState, type SessionState, type StateAction } from '@loggia/protocol';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import type { HostLink } from '../../host/host-link.ts';
import type { World } from '../../world.ts';
import { Bell } from './bell.ts';

/** The number of turns to load of a continued chat, enough to see how the last one ended. */
const recentTurns = 20;

/** A session and the chat in it that is spoken in. */
export interface Conversation {
  readonly session: ChannelView<SessionState>;
  readonly chat: ChannelView<ChatState>;
  dispose(): void;
}

export interface NewSession {
  readonly agent: string | undefined;
  readonly directory: string | undefined;
}

export async function startConversation(
  link: HostLink,
  world: World,
  { agent, directory }: NewSession,
): Promise<Conversation> {
  const folder = await folderFor(link, world, directory);
  const uri = await createSession(link.client, {
    ...(agent !== undefined && { provider: agent }),
    ...(folder !== undefined && { workingDirectories: [folder] }),
  });
  return openConversation(link, uri);
}

/** Throws with the host's reason where the session could not be made, or cannot be spoken in. */
export async function openConversation({ client }: HostLink, uri: string): Promise<Conversation> {
  const session = client.session(uri);
  try {
    await session.ready;
    const chat = client.chat(await chatOf(session), { view: { turns: recentTurns } });
    const dispose = (): void => {
      chat.dispose();
      session.dispose();
    };
    await chat.ready.catch((error: unknown) => {
      dispose();
      throw error;
    });
    return { session, chat, dispose };
  } catch (error) {
    session.dispose();
    throw error;
  }
}

/** Removes the context that Views send with the next message; resolves with the number of Views. */
export async function clearContext({ chat }: Conversation): Promise<number> {
  const waiting = viewContextsOf(chat.confirmed ?? {});
  for (const { view } of waiting) {
    const action = { type: 'x-loggia/viewContextRemoved', view };
    await chat.dispatch(action as unknown as StateAction).settled;
  }
  return waiting.length;
}

async function chatOf(session: ChannelView<SessionState>): Promise<string> {
  const bell = new Bell();
  const stop = session.subscribe(bell.ring);
  try {
    for (;;) {
      const { next } = bell;
      const state = session.confirmed;
      if (session.phase === 'gone' || state?.lifecycle === 'failed') {
        const why = state?.creationError?.message ?? 'It no longer exists.';
        throw new CommandFailed('failed', `The session could not be started: ${why}`);
      }
      const chat = state?.defaultChat ?? state?.chats[0]?.resource;
      if (state?.lifecycle === 'ready' && chat !== undefined) return chat;
      await next;
    }
  } finally {
    stop();
  }
}

/** The folder to work in. A host elsewhere has folders of its own, so there it has to be named. */
export async function folderFor(
  { address }: HostLink,
  world: World,
  given: string | undefined,
): Promise<string | undefined> {
  if (given?.startsWith('file:')) return given;
  if (address.local === undefined) {
    if (given === undefined) return undefined;
    throw wrongUsage('On a host at --url, name the folder there, for example --cwd file:///srv/project.');
  }
  const folder = path.resolve(world.workingDirectory, given ?? '.');
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw wrongUsage(`There is no folder ${folder}. Give another with --cwd.`);
  return pathToFileURL(folder).href;
}
