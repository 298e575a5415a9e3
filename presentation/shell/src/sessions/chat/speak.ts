import { ActionRejected, type AhpClient } from '@loggia/client';
import type { Attachment, ChatState, Message, PendingMessage, StateAction } from '@loggia/protocol';

export interface Draft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly model: Message['model'];
  readonly agent: Message['agent'];
}

export const emptyDraft: Draft = { text: '', attachments: [], model: undefined, agent: undefined };

export function draftOf(message: Message | undefined): Draft {
  if (message === undefined) return emptyDraft;
  return {
    text: message.text,
    attachments: message.attachments ?? [],
    model: message.model,
    agent: message.agent,
  };
}

export function messageOf({ text, attachments, model, agent }: Draft): Message {
  return {
    text,
    origin: { kind: 'user' },
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    ...(model && { model }),
    ...(agent && { agent }),
  };
}

/** Changes a setting that the agent of a session offers. */
export function setOption(
  client: AhpClient,
  session: string,
  name: string,
  value: unknown,
): Promise<unknown> {
  return client.dispatch(session, { type: 'session/configChanged', config: { [name]: value } }).settled;
}

type Ids = Pick<AhpClient, 'environment'>;

export function newTurn({ environment }: Ids, message: Message): StateAction {
  return {
    type: 'chat/turnStarted',
    turnId: environment.newId(),
    startedAt: new Date(environment.now()).toISOString(),
    message,
  };
}

function queued({ environment }: Ids, message: Message): StateAction {
  return { type: 'chat/pendingMessageSet', kind: 'queued', id: environment.newId(), message };
}

type Turns = Pick<ChatState, 'activeTurn' | 'turns'>;

/** A chat as this window knows it. */
export interface SpokenIn {
  readonly uri: string;
  state(): Turns | undefined;
  subscribe(listener: () => void): () => void;
}

/** The turn that made the host refuse ours may reach this window a moment after the refusal. */
const turnShowsWithinMs = 1000;

/** Sends it now if no turn is running, otherwise after it. */
export async function say(
  client: Pick<AhpClient, 'dispatch' | 'environment'>,
  chat: SpokenIn,
  message: Message,
): Promise<void> {
  const before = chat.state();
  if (before?.activeTurn) {
    await client.dispatch(chat.uri, queued(client, message)).settled;
    return;
  }
  try {
    await client.dispatch(chat.uri, newTurn(client, message)).settled;
  } catch (error) {
    // Somebody else, in another window perhaps, was a moment faster.
    if (!(error instanceof ActionRejected) || !(await hasNewTurn(client, chat, before))) throw error;
    await client.dispatch(chat.uri, queued(client, message)).settled;
  }
}

/** Whether a turn was begun since. It may be over already. */
function hasNewTurn({ environment }: Ids, chat: SpokenIn, before: Turns | undefined): Promise<boolean> {
  const isNew = (): boolean => lastTurn(chat.state()) !== lastTurn(before);
  if (isNew()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (found: boolean): void => {
      cancel();
      stop();
      resolve(found);
    };
    const cancel = environment.after(turnShowsWithinMs, () => end(false));
    const stop = chat.subscribe(() => {
      if (isNew()) end(true);
    });
  });
}

function lastTurn(state: Turns | undefined): string | undefined {
  return state?.activeTurn?.id ?? state?.turns.at(-1)?.id;
}

/** Adds to what the agent is doing right now. One such message waits at a time; the one before goes into the queue. */
export function steer(
  client: Pick<AhpClient, 'dispatch' | 'environment'>,
  chat: string,
  state: ChatState,
  entry: PendingMessage,
): void {
  if (state.queuedMessages?.some(({ id }) => id === entry.id))
    client.dispatch(chat, { type: 'chat/pendingMessageRemoved', kind: 'queued', id: entry.id });
  const { steeringMessage } = state;
  if (steeringMessage) {
    client.dispatch(chat, { type: 'chat/pendingMessageRemoved', kind: 'steering', id: steeringMessage.id });
    client.dispatch(chat, { type: 'chat/pendingMessageSet', kind: 'queued', ...steeringMessage });
  }
  client.dispatch(chat, { type: 'chat/pendingMessageSet', kind: 'steering', ...entry });
}

export function stopTurn(
  client: Pick<AhpClient, 'dispatch' | 'environment'>,
  chat: string,
  state: ChatState,
): Promise<unknown> | undefined {
  const { activeTurn } = state;
  if (!activeTurn) return undefined;
  const duration = Math.max(0, client.environment.now() - Date.parse(activeTurn.startedAt));
  return client.dispatch(chat, {
    type: 'chat/turnCancelled',
    turnId: activeTurn.id,
    duration: Number.isFinite(duration) ? duration : 0,
  }).settled;
}
