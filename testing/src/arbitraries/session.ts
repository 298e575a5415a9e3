import type {
  ActiveClient,
  ChatSummary,
  Customization,
  InputNeeded,
  McpServerState,
  SessionAction,
  SessionState,
} from '@loggia/protocol';
import * as fc from 'fast-check';
import { actionArbitraries, type ActionArbitraries } from './action-arbitraries.ts';
import {
  auth,
  config,
  configValues,
  error,
  flag,
  flags,
  meta,
  nameOf,
  object,
  request,
  text,
  timestamp,
  tool,
  toolCall,
} from './values.ts';

const summary: fc.Arbitrary<ChatSummary> = object(
  { resource: nameOf('chat'), title: text, status: fc.constantFrom(1, 8, 24), modifiedAt: timestamp },
  { activity: text, movable: flag },
);
const changes = object(
  {},
  { resource: nameOf('chat'), title: text, status: fc.constantFrom(1, 8, 24), activity: text },
);

const decision = object({ kind: fc.constantFrom('session', 'global'), enabled: flag });
const enablement = fc.array(decision, { maxLength: 2 });

const mcpState: fc.Arbitrary<McpServerState> = fc.oneof(
  object({ kind: fc.constant('starting') }, { blocking: flag }),
  object({ kind: fc.constantFrom('ready', 'stopped') }),
  auth.map((challenge) => ({ kind: 'authRequired' as const, ...challenge })),
  object({ kind: fc.constant('error'), error }),
);
const channel = fc.constant('mcp://1');
const mcpApp = fc.constantFrom(
  { capabilities: {} },
  { capabilities: { serverTools: { listChanged: true } } },
);

const base = { uri: fc.constant('file:///c'), name: text };
const server = object(
  { type: fc.constant('mcpServer'), id: fc.constantFrom('server', 'inner'), ...base, state: mcpState },
  { enablement, channel, mcpApp },
);
const leaf = object(
  { type: fc.constantFrom('skill', 'rule'), id: fc.constantFrom('skill', 'rule'), ...base },
  { enabled: flag },
);
const children = fc.uniqueArray(fc.oneof(leaf, server), { selector: ({ id }) => id, maxLength: 3 });
const load = fc.constantFrom({ kind: 'loading' as const }, { kind: 'error' as const, message: 'No.' });
const customization: fc.Arbitrary<Customization> = fc.oneof(
  object({ type: fc.constant('plugin'), id: fc.constant('plugin'), ...base }, { children, enablement, load }),
  object(
    {
      type: fc.constant('directory'),
      id: fc.constant('directory'),
      ...base,
      enabled: flag,
      contents: fc.constant('rule'),
      writable: flag,
    },
    { children },
  ),
  server,
);
const customizations = fc.uniqueArray(customization, { selector: ({ id }) => id, maxLength: 3 });

const waiting = { id: nameOf('waiting'), chat: nameOf('chat') };
const waitingCall = { ...waiting, turnId: nameOf('turn'), toolCall };
const inputNeeded: fc.Arbitrary<InputNeeded> = fc.oneof(
  object({ kind: fc.constant('chatInput'), ...waiting, request }),
  object({ kind: fc.constantFrom('toolConfirmation', 'toolAuthentication'), ...waitingCall }),
  object({ kind: fc.constant('toolClientExecution'), ...waitingCall, clientId: nameOf('client') }),
);

const client: fc.Arbitrary<ActiveClient> = object(
  { clientId: nameOf('client'), tools: fc.array(tool, { maxLength: 1 }) },
  { displayName: text },
);
const changesets = fc.array(
  fc.constant({ label: 'All', uriTemplate: 'ahp-changeset:/all', changeKind: 'session' }),
  {
    maxLength: 1,
  },
);
const directories = fc.uniqueArray(nameOf('directory'), { maxLength: 3 });

/** Nothing is waiting yet, so that the activity follows from the session's chats. */
export const sessionStates: fc.Arbitrary<SessionState> = object(
  {
    provider: text,
    title: text,
    status: fc.tuple(fc.constantFrom(1, 2, 8), flags).map(([activity, others]) => activity + others),
    lifecycle: fc.constantFrom('creating', 'ready'),
    activeClients: fc.uniqueArray(client, { selector: ({ clientId }) => clientId, maxLength: 2 }),
    chats: fc.uniqueArray(summary, { selector: ({ resource }) => resource, maxLength: 3 }),
  },
  {
    activity: text,
    defaultChat: nameOf('chat'),
    workingDirectories: directories,
    config,
    customizations,
    changesets,
    _meta: meta,
  },
);

const entry = { id: nameOf('customization') };
export const sessionActions: ActionArbitraries<SessionAction> = actionArbitraries({
  'session/ready': object({}),
  'session/creationFailed': object({ error }),
  'session/chatAdded': object({ summary }),
  'session/chatRemoved': object({ chat: nameOf('chat') }),
  'session/chatUpdated': object({ chat: nameOf('chat'), changes }),
  'session/chatsReordered': object({
    chats: fc.uniqueArray(nameOf('chat'), { minLength: 3 }),
  }),
  'session/defaultChatChanged': object({}, { defaultChat: nameOf('chat') }),
  'session/titleChanged': object({ title: text }),
  'session/isReadChanged': object({ isRead: flag }),
  'session/isArchivedChanged': object({ isArchived: flag }),
  'session/activityChanged': object({}, { activity: text }),
  'session/changesetsChanged': object({}, { changesets }),
  'session/serverToolsChanged': object({
    tools: fc.array(tool, { maxLength: 2 }),
  }),
  'session/activeClientSet': object({ activeClient: client }),
  'session/activeClientRemoved': object({
    clientId: nameOf('client'),
  }),
  'session/workingDirectorySet': object({
    directory: nameOf('directory'),
  }),
  'session/workingDirectoryRemoved': object({
    directory: nameOf('directory'),
  }),
  'session/workingDirectoryReplaced': object({
    directory: nameOf('directory'),
    replacement: nameOf('directory'),
  }),
  'session/inputNeededSet': object({ request: inputNeeded }),
  'session/inputNeededRemoved': object({
    id: nameOf('waiting'),
  }),
  'session/customizationsChanged': object({
    customizations,
  }),
  'session/customizationToggled': object({
    ...entry,
    enablement,
  }),
  'session/customizationUpdated': object({
    customization,
  }),
  'session/customizationRemoved': object({ ...entry }),
  'session/mcpServerStateChanged': object({ ...entry, state: mcpState }, { channel }),
  'session/mcpServerStartRequested': object({
    ...entry,
  }),
  'session/mcpServerStopRequested': object({ ...entry }),
  'session/mcpServerBackgroundRequested': object({
    ...entry,
  }),
  'session/configChanged': object({ config: configValues }, { replace: flag }),
  'session/metaChanged': object({}, { _meta: meta }),
});
