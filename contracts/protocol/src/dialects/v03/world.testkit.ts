import type { ChatAction } from '../../channels/chat/actions.ts';
import type { Message } from '../../channels/chat/messages.ts';
import { reduceChat } from '../../channels/chat/reducer.ts';
import type { ChatState, Turn } from '../../channels/chat/state.ts';
import type { SessionAction } from '../../channels/session/actions.ts';
import { reduceSession } from '../../channels/session/reducer.ts';
import type { SessionState } from '../../channels/session/state.ts';
import { Status } from '../../common/status.ts';
import type { CanonicalAction } from './egress/project-action.ts';
import type { SessionView } from './view.ts';

/** A session with three chats, as a host stores it, for tests that need many different ones. */

export const sessionUri = 'ahp-session:/s';
export const chatUris = ['ahp-chat:/a', 'ahp-chat:/b', 'ahp-chat:/c'] as const;
export const clientIds = ['one', 'two', 'three'] as const;

export function pick<T>(list: readonly [T, ...T[]], index: number): T {
  return list[index % list.length] as T;
}

export function message(index: number): Message {
  const text = `message ${index}`;
  const messages: [Message, ...Message[]] = [
    { text, origin: { kind: 'user' } },
    {
      text,
      origin: { kind: 'user' },
      model: { id: 'm1' },
      agent: { uri: 'agent:/x' },
      _meta: { from: 'here' },
    },
    { text, origin: { kind: 'automation' } },
    { text, origin: { kind: 'systemNotification' } },
    {
      text,
      origin: { kind: 'tool' },
      attachments: [
        { type: 'simple', label: 'note', modelRepresentation: 'x' },
        { type: 'chat', label: 'other chat', resource: 'ahp-chat:/b' },
        {
          type: 'annotations',
          label: 'remarks',
          resource: `${sessionUri}/annotations`,
          annotationIds: ['1'],
        },
      ],
    },
  ];
  return pick(messages, index);
}

function turn(id: string, index: number): Turn {
  const ends: [Turn, ...Turn[]] = [
    {
      id,
      message: message(index),
      responseParts: [{ kind: 'markdown', id: 'p0', content: 'hi' }],
      state: 'complete',
    },
    {
      id,
      message: message(index + 1),
      responseParts: [
        {
          kind: 'toolCall',
          toolCall: { status: 'streaming', toolCallId: 'old', toolName: 't', displayName: 'T' },
        },
        { kind: 'inputRequest', request: { id: 'r0', message: 'unanswered' } },
      ],
      usage: { inputTokens: 1 },
      state: 'cancelled',
    },
    {
      id,
      startedAt: '2026-01-01T00:00:00.000Z',
      message: message(index),
      responseParts: [
        { kind: 'inputRequest', request: { id: 'r1', message: 'still open' } },
        { kind: 'error', error: { errorType: 'lost', message: 'The line went dead.' }, resumable: true },
      ],
      state: 'error',
    },
    { id, message: message(index), responseParts: [], state: 'error' },
  ];
  return pick(ends, index);
}

function chat(resource: string, index: number): ChatState {
  const turns = Array.from({ length: index % 3 }, (_, at) =>
    turn(`${resource.slice(-1)}-h${at}`, index + at),
  );
  const state: ChatState = {
    resource,
    title: resource,
    status: (index % 2 === 0 && turns.at(-1)?.state === 'error' ? Status.error : Status.idle) | Status.isRead,
    modifiedAt: '2026-01-01T00:00:00.000Z',
    turns,
  };
  if (index % 5 === 1) state.queuedMessages = [{ id: `${resource.slice(-1)}-q`, message: message(index) }];
  if (index % 7 === 2) state.steeringMessage = { id: `${resource.slice(-1)}-s`, message: message(index) };
  if (index % 4 === 3) state.activity = `busy in ${resource}`;
  return state;
}

export class World {
  session: SessionState;
  readonly chats: Map<string, ChatState>;
  #last = 0;

  constructor(seed: number) {
    this.chats = new Map(chatUris.map((uri, index) => [uri, chat(uri, seed + index)]));
    this.session = {
      provider: 'p',
      title: 'A session',
      status: Status.idle | (seed % 2 === 0 ? Status.isRead : 0) | (seed % 3 === 0 ? 128 : 0),
      lifecycle: 'creating',
      activeClients: seed % 4 === 0 ? [{ clientId: 'two', tools: [] }] : [],
      chats: chatUris.map((uri) => {
        const { resource, title, status, modifiedAt } = this.chats.get(uri) ?? chat(uri, seed);
        return { resource, title, status, modifiedAt };
      }),
      defaultChat: chatUris[0],
    };
    if (seed % 3 !== 1) this.session.config = { schema: {}, values: { color: 'red' } };
    if (seed % 5 === 0) this.session.workingDirectories = ['file:///one', 'file:///two'];
    if (seed % 6 === 0) this.session._meta = { 'loggia.model': { id: 'm0' }, other: 1 };
  }

  get view(): SessionView {
    const { defaultChat } = this.session;
    return {
      resource: sessionUri,
      createdAt: '2026-01-01T00:00:00.000Z',
      modifiedAt: '2026-01-02T00:00:00.000Z',
      session: this.session,
      chat: defaultChat === undefined ? undefined : this.chats.get(defaultChat),
    };
  }

  /** The chat that a test's actions go to. */
  get current(): ChatState {
    const state = this.chats.get(this.session.defaultChat ?? chatUris[0]) ?? this.chats.get(chatUris[0]);
    if (!state) throw new Error('The first chat is always there.');
    return state;
  }

  newId(prefix: string): string {
    return `${prefix}${++this.#last}`;
  }

  apply({ channel, action }: CanonicalAction): void {
    if (channel === sessionUri) this.session = reduceSession(this.session, action as SessionAction);
    const state = this.chats.get(channel);
    if (state) this.chats.set(channel, reduceChat(state, action as ChatAction));
  }

  olderTurns(index: number): Turn[] {
    return [turn(this.newId('old'), index), turn(this.newId('old'), index + 1)].slice(0, index % 3);
  }
}
