import { createSession, type AhpClient, type ChannelView } from '@loggia/client';
import type { Message, SessionState, SessionSummary } from '@loggia/protocol';
import { confirm } from '../../ui/question-queue.ts';
import { attempt, complain, tell } from '../../ui/toast-queue.ts';
import { newTurn } from '../chat/speak.ts';

export function rename(client: AhpClient, session: string, title: string): void {
  attempt(client.dispatch(session, { type: 'session/titleChanged', title: title.slice(0, 2000) }).settled);
}

export function setArchived(client: AhpClient, session: SessionSummary, archived: boolean): void {
  const put = (isArchived: boolean): void =>
    attempt(client.dispatch(session.resource, { type: 'session/isArchivedChanged', isArchived }).settled);
  put(archived);
  const title = session.title || 'The session';
  tell(archived ? `“${title}” is archived.` : `“${title}” is restored.`, {
    undo: () => put(!archived),
  });
}

export function setRead(client: AhpClient, session: string, isRead: boolean): void {
  attempt(client.dispatch(session, { type: 'session/isReadChanged', isRead }).settled);
}

/** Resolves with whether it is gone. */
export async function deleteSession(client: AhpClient, session: SessionSummary): Promise<boolean> {
  const sure = await confirm({
    title: `Delete “${session.title || 'this session'}”?`,
    text: 'All its chats are deleted for everyone. This can’t be undone. To keep them, archive the session instead.',
    action: 'Delete',
    danger: true,
  });
  if (!sure) return false;
  try {
    await client.request('disposeSession', { channel: session.resource });
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

export interface Beginning {
  readonly workspace: string;
  readonly provider: string | undefined;
  readonly message: Message | undefined;
  /** As URIs. */
  readonly folders: readonly string[];
  /** Settings of the session that were chosen, by name. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Makes a session in a workspace. `made` hears its address at once; the promise waits until it was spoken to. */
export async function beginSession(
  client: AhpClient,
  { workspace, provider, message, folders, settings }: Beginning,
  made: (session: string) => void,
): Promise<void> {
  const uri = await createSession(client, {
    config: { ...settings, workspace },
    ...(provider !== undefined && { provider }),
    ...(folders.length > 0 && { workingDirectories: [...folders] }),
  });
  made(uri);
  if (message === undefined) return;
  const session = client.session(uri);
  try {
    const chat = await chatOf(session);
    await client.dispatch(chat, newTurn(client, message)).settled;
  } finally {
    session.dispose();
  }
}

/** The chat to speak in, once the session can work. */
async function chatOf(session: ChannelView<SessionState>): Promise<string> {
  await session.ready;
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const state = session.confirmed;
      const chat = state?.defaultChat ?? state?.chats[0]?.resource;
      if (state?.lifecycle === 'ready' && chat !== undefined) resolve(chat);
      else if (session.phase === 'gone' || state?.lifecycle === 'failed') {
        const why = state?.creationError?.message ?? 'It no longer exists.';
        reject(new Error(`The session could not be started: ${why}`));
      } else return;
      stop();
    };
    const stop = session.subscribe(look);
    look();
  });
}
