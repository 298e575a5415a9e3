import type {
  ActiveClient,
  ChatSummary,
  Customization,
  InputNeeded,
  McpServerState,
  SessionAction,
  SessionState,
} from '@loggia/protocol';
import fc from 'fast-check';
import type { ActionArbitraries } from './action-arbitraries.ts';
import { auth, config, configValues, error, flag, flags, meta, nameOf, object, request, text, timestamp, tool, toolCall } from './values.ts';

const summary: fc.Arbitrary<ChatSummary> = object(
  { resource: nameOf('chat'), title: text, status: fc.constantFrom(1, 8, 24), modifiedAt: timestamp },
  { activity: text, movable: flag },
);
const changes = object({}, { resource: nameOf('chat'), title: text, status: fc.constantFrom(1, 8, 24), activity: text });

const decision = object({ kind: fc.constantFrom('session', 'global'), enabled: flag });
const enablement = fc.array(decision, { maxLength: 2 });

const mcpState: fc.Arbitrary<McpServerState> = fc.oneof(
  object({ kind: fc.constant('starting') }, { blocking: flag }),
  object({ kind: fc.constantFrom('ready', 'stopped') }),
  auth.map((challenge) => ({ kind: 'authRequired' as const, ...challenge })),
  object({ kind: fc.constant('error'), error }),
);
const channel = fc.constant('mcp://1');

const base = { uri: fc.constant('file:///c'), name: text };
const server = object(
  { type: fc.constant('mcpServer'), id: fc.constantFrom('server', 'inner'), ...base, state: mcpState },
  { enablement, channel },
);
const leaf = object({ type: fc.constantFrom('skill', 'rule'), id: fc.constantFrom('skill', 'rule'), ...base }, { enabled: flag });
const children = fc.uniqueArray(fc.oneof(leaf, server), { selector: ({ id }) => id, maxLength: 3 });
const load = fc.constantFrom({ kind: 'loading' as const }, { kind: 'error' as const, message: 'No.' });
const customization: fc.Arbitrary<Customization> = fc.oneof(
  object({ type: fc.constant('plugin'), id: fc.constant('plugin'), ...base }, { children, enablement, load }),
  object(
    { type: fc.constant('directory'), id: fc.constant('directory'), ...base, enabled: flag, contents: fc.constant('rule'), writable: flag },
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
const changesets = fc.array(fc.constant({ label: 'All', uriTemplate: 'ahp-changeset:/all' }), { maxLength: 1 });
const directories = fc.uniqueArray(nameOf('directory'), { maxLength: 3 });

/** Nothing waits yet, so that the activity is whatever the session's chats make it. */
export const sessionStates: fc.Arbitrary<SessionState> = object(
  {
    provider: text,
    title: text,
    status: fc.tuple(fc.constantFrom(1, 2, 8), flags).map(([activity, others]) => activity + others),
    lifecycle: fc.constantFrom('creating', 'ready'),
    activeClients: fc.uniqueArray(client, { selector: ({ clientId }) => clientId, maxLength: 2 }),
    chats: fc.uniqueArray(summary, { selector: ({ resource }) => resource, maxLength: 3 }),
  },
  { activity: text, defaultChat: nameOf('chat'), workingDirectories: directories, config, customizations, changesets, _meta: meta },
);

const entry = { id: nameOf('customization') };
export const sessionActions: ActionArbitraries<SessionAction> = {
  'session/ready': object({ type: fc.constant('session/ready') }),
  'session/creationFailed': object({ type: fc.constant('session/creationFailed'), error }),
  'session/chatAdded': object({ type: fc.constant('session/chatAdded'), summary }),
  'session/chatRemoved': object({ type: fc.constant('session/chatRemoved'), chat: nameOf('chat') }),
  'session/chatUpdated': object({ type: fc.constant('session/chatUpdated'), chat: nameOf('chat'), changes }),
  'session/chatsReordered': object({
    type: fc.constant('session/chatsReordered'),
    chats: fc.uniqueArray(nameOf('chat'), { minLength: 3 }),
  }),
  'session/defaultChatChanged': object({ type: fc.constant('session/defaultChatChanged') }, { defaultChat: nameOf('chat') }),
  'session/titleChanged': object({ type: fc.constant('session/titleChanged'), title: text }),
  'session/isReadChanged': object({ type: fc.constant('session/isReadChanged'), isRead: flag }),
  'session/isArchivedChanged': object({ type: fc.constant('session/isArchivedChanged'), isArchived: flag }),
  'session/activityChanged': object({ type: fc.constant('session/activityChanged') }, { activity: text }),
  'session/changesetsChanged': object({ type: fc.constant('session/changesetsChanged') }, { changesets }),
  'session/serverToolsChanged': object({ type: fc.constant('session/serverToolsChanged'), tools: fc.array(tool, { maxLength: 2 }) }),
  'session/activeClientSet': object({ type: fc.constant('session/activeClientSet'), activeClient: client }),
  'session/activeClientRemoved': object({ type: fc.constant('session/activeClientRemoved'), clientId: nameOf('client') }),
  'session/workingDirectorySet': object({ type: fc.constant('session/workingDirectorySet'), directory: nameOf('directory') }),
  'session/workingDirectoryRemoved': object({
    type: fc.constant('session/workingDirectoryRemoved'),
    directory: nameOf('directory'),
  }),
  'session/workingDirectoryReplaced': object({
    type: fc.constant('session/workingDirectoryReplaced'),
    directory: nameOf('directory'),
    replacement: nameOf('directory'),
  }),
  'session/inputNeededSet': object({ type: fc.constant('session/inputNeededSet'), request: inputNeeded }),
  'session/inputNeededRemoved': object({ type: fc.constant('session/inputNeededRemoved'), id: nameOf('waiting') }),
  'session/customizationsChanged': object({ type: fc.constant('session/customizationsChanged'), customizations }),
  'session/customizationToggled': object({ type: fc.constant('session/customizationToggled'), ...entry, enablement }),
  'session/customizationUpdated': object({ type: fc.constant('session/customizationUpdated'), customization }),
  'session/customizationRemoved': object({ type: fc.constant('session/customizationRemoved'), ...entry }),
  'session/mcpServerStateChanged': object(
    { type: fc.constant('session/mcpServerStateChanged'), ...entry, state: mcpState },
    { channel },
  ),
  'session/mcpServerStartRequested': object({ type: fc.constant('session/mcpServerStartRequested'), ...entry }),
  'session/mcpServerStopRequested': object({ type: fc.constant('session/mcpServerStopRequested'), ...entry }),
  'session/mcpServerBackgroundRequested': object({ type: fc.constant('session/mcpServerBackgroundRequested'), ...entry }),
  'session/configChanged': object({ type: fc.constant('session/configChanged'), config: configValues }, { replace: flag }),
  'session/metaChanged': object({ type: fc.constant('session/metaChanged') }, { _meta: meta }),
};
