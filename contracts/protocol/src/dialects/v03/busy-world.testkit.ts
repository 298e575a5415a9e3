import type { StateAction } from '../../actions.ts';
import type { ChatState, ResponsePart } from '../../channels/chat/state.ts';
import type { SessionState } from '../../channels/session/state.ts';
import { Status } from '../../common/status.ts';
import type { V03Action } from './actions.ts';
import { actionsFor, SessionProjector } from './egress/project-action.ts';
import type { V03SessionState } from './state.ts';
import { chatUris, sessionUri, World } from './world.testkit.ts';

/** A session in the middle of things, for tests that spell out what they expect. */

export const chatUri = chatUris[0];
const user = { kind: 'user' } as const;
const options = [
  { id: 'yes', label: 'Yes', kind: 'approve' as const },
  { id: 'no', label: 'No', kind: 'deny' as const },
];

const parts: ResponsePart[] = [
  { kind: 'markdown', id: 'text', content: 'Let me see. ' },
  { kind: 'reasoning', id: 'thought', content: 'Hm. ' },
  {
    kind: 'toolCall',
    toolCall: {
      status: 'pending-confirmation',
      toolCallId: 'pending',
      toolName: 'rm',
      displayName: 'Remove',
      invocationMessage: 'Remove it?',
      toolInput: '{"path":"a"}',
      options,
    },
  },
  {
    kind: 'toolCall',
    toolCall: {
      status: 'running',
      toolCallId: 'running',
      toolName: 'look',
      displayName: 'Look',
      contributor: { kind: 'client', clientId: 'one' },
      invocationMessage: 'Looking',
      confirmed: 'not-needed',
    },
  },
  {
    kind: 'toolCall',
    toolCall: {
      status: 'pending-result-confirmation',
      toolCallId: 'review',
      toolName: 'read',
      displayName: 'Read',
      invocationMessage: 'Reading',
      confirmed: 'setting',
      success: true,
      pastTenseMessage: 'Read it',
    },
  },
  { kind: 'inputRequest', request: { id: 'question', message: 'Which one?' } },
];

const session: SessionState = {
  provider: 'p',
  title: 'Busy',
  status: Status.inProgress | Status.isArchived,
  lifecycle: 'ready',
  activeClients: [{ clientId: 'one', displayName: 'One', tools: [{ name: 'look' }] }],
  chats: [],
  defaultChat: chatUri,
  config: { schema: {}, values: { color: 'red' } },
  customizations: [
    {
      type: 'plugin',
      id: 'plugin',
      uri: 'file:///plugin',
      name: 'Plugin',
      enablement: [
        { kind: 'session', enabled: true },
        { kind: 'global', enabled: false },
      ],
      children: [
        { type: 'skill', id: 'skill', uri: 'file:///shared', name: 'Skill', enabled: false },
        { type: 'mcpServer', id: 'inner', uri: 'file:///shared', name: 'Inner', state: { kind: 'ready' } },
      ],
    },
    {
      type: 'mcpServer',
      id: 'server',
      uri: 'file:///server',
      name: 'Server',
      state: { kind: 'ready' },
      channel: 'mcp://s',
    },
  ],
};

const chat: ChatState = {
  resource: chatUri,
  title: 'Busy',
  status: Status.inputNeeded,
  modifiedAt: '2026-06-05T10:00:00.000Z',
  turns: [
    {
      id: 'first',
      startedAt: '2026-06-05T09:00:00.000Z',
      duration: 1000,
      message: { text: 'Hello', origin: user },
      responseParts: [],
      state: 'complete',
    },
  ],
  activeTurn: {
    id: 'now',
    startedAt: '2026-06-05T10:00:00.000Z',
    message: { text: 'Go on', origin: user },
    responseParts: parts,
  },
  queuedMessages: [
    { id: 'q1', message: { text: 'then this', origin: user } },
    { id: 'q2', message: { text: 'and that', origin: user } },
  ],
};

export interface Changes {
  readonly session?: Partial<SessionState>;
  readonly chat?: Partial<ChatState>;
}

export function busyWorld(changes: Changes = {}): World {
  const world = new World(1);
  world.session = { ...session, ...changes.session };
  world.chats.set(chatUri, { ...chat, ...changes.chat });
  return world;
}

/** The same session without any activity. */
export function idleWorld(changes: Changes = {}): World {
  const world = busyWorld(changes);
  const { activeTurn: _turn, ...idle } = world.current;
  world.chats.set(chatUri, { ...idle, status: Status.idle });
  return world;
}

export interface Telling {
  readonly told: readonly V03Action[];
  readonly before: V03SessionState;
  readonly after: V03SessionState;
}

/** The actions a client gets for one canonical action, and its state before and after. */
export function tell(world: World, action: StateAction, clientId = 'one'): Telling {
  const projector = new SessionProjector(world.view, { chatOf: (uri) => world.chats.get(uri) });
  const before = projector.state(clientId);
  const channel = action.type.startsWith('chat/') ? chatUri : sessionUri;
  world.apply({ channel, action });
  const told = actionsFor(projector.apply({ channel, action }), clientId);
  return { told, before, after: projector.state(clientId) };
}
