import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSession, type ChannelView } from '@loggia/client';
import type { ChatState, SessionState } from '@loggia/protocol';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import type { HostLink } from '../../host/host-link.ts';
import type { World } from '../../world.ts';
import { Bell } from './bell.ts';

/** Of a chat that goes on, as many turns as tell what became of one. */
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

async function chatOf(session: ChannelView<SessionState>): Promise<string> {
  const bell = new Bell();
  const stop = session.subscribe(bell.ring);
  try {
    for (;;) {
      const { next } = bell;
      const state = session.confirmed;
      if (session.phase === 'gone' || state?.lifecycle === 'failed') {
        const why = state?.creationError?.message ?? 'It is gone.';
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
async function folderFor(
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
  if (!isFolder) throw wrongUsage(`There is no folder ${folder}; give another with --cwd.`);
  return pathToFileURL(folder).href;
}
