import type { SessionAction } from '../../channels/session/actions.ts';
import type { Customization, Enablement, McpServerState } from '../../channels/session/customizations.ts';
import type { ActiveClient } from '../../channels/session/state.ts';
import type { Choice } from './chat-choices.testkit.ts';
import { chatUris, clientIds, pick, type World } from './world.testkit.ts';

type Maker = (world: World, choice: Choice) => SessionAction;

const enablements: readonly [Enablement[], ...Enablement[][]] = [
  [],
  [{ kind: 'session', enabled: false }],
  [
    { kind: 'session', enabled: true },
    { kind: 'workspace', uri: 'file:///one', enabled: false },
    { kind: 'global', enabled: false },
  ],
  [{ kind: 'global', enabled: false }],
];

function serverState(n: number): McpServerState {
  const states: [McpServerState, ...McpServerState[]] = [
    { kind: 'starting', blocking: true },
    { kind: 'ready' },
    { kind: 'authRequired', reason: 'expired', resource: { resource: 'https://mcp.example' } },
    { kind: 'error', error: { errorType: 'e', message: 'broken' } },
    { kind: 'stopped' },
  ];
  return pick(states, n);
}

function customization(a: number, b: number): Customization {
  const enablement = pick(enablements, b);
  const server = { type: 'mcpServer' as const, uri: 'file:///mcp.json', state: serverState(b), enablement };
  const entries: [Customization, ...Customization[]] = [
    {
      type: 'plugin',
      id: 'plugin',
      uri: 'file:///plugin',
      name: 'Plugin',
      enablement,
      load: { kind: 'loaded' },
      children: [
        { type: 'skill', id: 'skill', uri: 'file:///skill', name: 'Skill', enabled: b % 2 === 0 },
        { ...server, id: 'inner', name: 'Inner', ...(b % 2 === 0 && { channel: 'mcp://inner' }) },
      ],
    },
    {
      type: 'directory',
      id: 'directory',
      uri: 'file:///directory',
      name: 'Directory',
      enabled: b % 2 === 0,
      contents: 'agent',
      writable: true,
      ...(a % 2 === 0 && {
        children: [{ type: 'agent' as const, id: 'agent', uri: 'file:///agent', name: 'Agent' }],
      }),
    },
    { ...server, id: 'server', name: 'Server' },
  ];
  return pick(entries, a);
}

const ids = ['plugin', 'directory', 'server', 'skill', 'inner', 'agent', 'nothing'] as const;

function client(a: number, b: number): ActiveClient {
  const plugin = {
    id: 'mine',
    uri: 'file:///mine',
    name: 'Mine',
    nonce: `${b}`,
    enablement: pick(enablements, b),
  };
  return {
    clientId: pick(clientIds, a),
    tools: [{ name: `tool${b % 3}` }],
    ...(b % 4 === 0 && { displayName: 'A client' }),
    ...(b % 4 === 1 && {
      customizations: [
        { ...plugin, childEnablement: { inner: [{ kind: 'global' as const, enabled: false }] } },
      ],
    }),
  };
}

type Meta = Record<string, unknown> | undefined;
const metas: readonly [Meta, ...Meta[]] = [
  { 'loggia.model': { id: 'm1', config: { depth: 3, fast: true, note: null } } },
  { 'loggia.model': { id: 'm2' }, 'loggia.agent': { uri: 'agent:/x' }, other: 2 },
  { other: 1 },
  undefined,
];

const sessionMakers: readonly (readonly [weight: number, make: Maker])[] = [
  [1, () => ({ type: 'session/ready' })],
  [1, () => ({ type: 'session/creationFailed', error: { errorType: 'e', message: 'no' } })],
  [1, (_, [a]) => ({ type: 'session/titleChanged', title: `title ${a % 2}` })],
  [4, (_, [a]) => ({ type: 'session/isReadChanged', isRead: a % 3 !== 0 })],
  [1, (_, [a]) => ({ type: 'session/isArchivedChanged', isArchived: a % 2 === 0 })],
  [2, (_, [a]) => ({ type: 'session/activityChanged', ...(a % 2 === 0 && { activity: `at ${a}` }) })],
  [
    1,
    (_, [a]) => ({
      type: 'session/changesetsChanged',
      ...(a % 2 === 0 && {
        changesets: [{ label: 'all', uriTemplate: 'ahp-changeset:/x', changeKind: 'session' }],
      }),
    }),
  ],
  [1, (_, [a]) => ({ type: 'session/serverToolsChanged', tools: [{ name: `server${a}` }] })],
  [1, (_, [a, b]) => ({ type: 'session/configChanged', config: { color: `${a}` }, replace: b % 2 === 0 })],
  [3, (_, [a]) => ({ type: 'session/metaChanged', _meta: pick(metas, a) })],
  [6, (_, [a, b]) => ({ type: 'session/activeClientSet', activeClient: client(a, b) })],
  [3, (_, [a]) => ({ type: 'session/activeClientRemoved', clientId: pick([...clientIds, 'nobody'], a) })],
  [1, (_, [a]) => ({ type: 'session/workingDirectorySet', directory: `file:///${a % 3}` })],
  [1, () => ({ type: 'session/workingDirectoryRemoved', directory: 'file:///one' })],
  [
    1,
    () => ({
      type: 'session/workingDirectoryReplaced',
      directory: 'file:///one',
      replacement: 'file:///three',
    }),
  ],
  [
    1,
    (_, [a]) => ({
      type: 'session/inputNeededSet',
      request: { kind: 'chatInput', id: 'i', chat: pick(chatUris, a), request: { id: 'r0' } },
    }),
  ],
  [1, () => ({ type: 'session/inputNeededRemoved', id: 'i' })],
  [
    2,
    (_, [a, b]) => ({
      type: 'session/customizationsChanged',
      customizations: [0, 1, 2].filter((n) => n !== a % 4).map((n) => customization(n, b)),
    }),
  ],
  [
    5,
    (_, [a, b]) => ({
      type: 'session/customizationToggled',
      id: pick(ids, a),
      enablement: pick(enablements, b),
    }),
  ],
  [2, (_, [a, b]) => ({ type: 'session/customizationUpdated', customization: customization(a, b) })],
  [2, (_, [a]) => ({ type: 'session/customizationRemoved', id: pick(ids, a) })],
  [
    2,
    (_, [a, b, c]) => ({
      type: 'session/mcpServerStateChanged',
      id: pick(['server', 'inner', 'plugin', 'nothing'], a),
      state: serverState(b),
      ...(c % 2 === 0 && { channel: 'mcp://x' }),
    }),
  ],
  [1, (_, [a]) => ({ type: 'session/mcpServerStartRequested', id: pick(['server', 'inner'], a) })],
  [1, (_, [a]) => ({ type: 'session/mcpServerStopRequested', id: pick(['server', 'inner'], a) })],
  [1, (_, [a]) => ({ type: 'session/mcpServerBackgroundRequested', id: pick(['server', 'inner'], a) })],
  [
    2,
    (world, [a, b]) => {
      const defaultChat = a % 6 === 5 ? undefined : pick(chatUris, b);
      const next = b % 2 === 0 ? (world.session.defaultChat ?? chatUris[0]) : defaultChat;
      return { type: 'session/defaultChatChanged', ...(next !== undefined && { defaultChat: next }) };
    },
  ],
  [1, (_, [a]) => ({ type: 'session/chatRemoved', chat: pick(chatUris, a) })],
  [
    1,
    (_, [a]) => ({
      type: 'session/chatAdded',
      summary: {
        resource: pick(chatUris, a),
        title: 'again',
        status: 1,
        modifiedAt: '2026-01-01T00:00:00.000Z',
      },
    }),
  ],
  [1, (_, [a]) => ({ type: 'session/chatUpdated', chat: pick(chatUris, a), changes: { title: 'renamed' } })],
  [1, () => ({ type: 'session/chatsReordered', chats: chatUris.toReversed() })],
];

const weighted = sessionMakers.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

export function sessionAction(world: World, kind: number, choice: Choice): SessionAction {
  const make = weighted[kind % weighted.length];
  if (!make) throw new Error('There is no maker.');
  return make(world, choice);
}
