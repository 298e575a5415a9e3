import { withConfigValues } from '../../common/config.ts';
import { removeAt, replaceAt, setOrDrop, upsert, without } from '../../common/objects.ts';
import { Status, withActivity, withFlag } from '../../common/status.ts';
import { addDirectory, removeDirectory, replaceDirectory } from '../../common/working-directories.ts';
import { reducerOf } from '../../define-actions.ts';
import { annotationCountSteps, type AnnotationCountAction } from '../../extensions/annotation-counts.ts';
import { configSchemaSteps, type ConfigSchemaAction } from '../../extensions/config-schema.ts';
import { spentSteps, type SpentAction } from '../../extensions/session-spent.ts';
import type { ChatSummary } from '../chat/summary.ts';
import type { SessionAction } from './actions.ts';
import { customizationSteps } from './customization-reducer.ts';
import type { InputNeeded, SessionState } from './state.ts';

/** Work for a client isn't a question to the user; everything else in the list is. */
function withInputNeeded(state: SessionState, inputNeeded: InputNeeded[]): SessionState {
  const asksUser = inputNeeded.some((entry) => entry.kind !== 'toolClientExecution');
  const status = asksUser
    ? withActivity(state.status, Status.inputNeeded)
    : withFlag(state.status, Status.inputNeeded & ~Status.inProgress, false);
  const next = { ...state, status };
  return inputNeeded.length > 0 ? { ...next, inputNeeded } : (without(next, 'inputNeeded') as SessionState);
}

function withDirectories(state: SessionState, list: readonly string[] | undefined): SessionState {
  return list === state.workingDirectories || !list ? state : { ...state, workingDirectories: [...list] };
}

export const reduceSession = reducerOf<
  SessionState,
  SessionAction | AnnotationCountAction | ConfigSchemaAction | SpentAction
>({
  ...customizationSteps,
  ...annotationCountSteps,
  ...configSchemaSteps,
  ...spentSteps,

  'session/ready': (state) => ({ ...state, lifecycle: 'ready' }),
  'session/creationFailed': (state, { error }) => ({ ...state, lifecycle: 'failed', creationError: error }),

  'session/chatAdded': (state, { summary }) => ({
    ...state,
    chats: upsert(state.chats, summary, (chat) => chat.resource === summary.resource),
  }),
  'session/chatRemoved': (state, action) => {
    const index = state.chats.findIndex((chat) => chat.resource === action.chat);
    if (index < 0) return state;
    const next = { ...state, chats: removeAt(state.chats, index) };
    return state.defaultChat === action.chat ? (without(next, 'defaultChat') as SessionState) : next;
  },
  'session/chatUpdated': (state, action) => {
    const index = state.chats.findIndex((chat) => chat.resource === action.chat);
    const chat = state.chats[index];
    if (!chat) return state;
    const updated = { ...chat, ...action.changes, resource: chat.resource } as ChatSummary;
    return { ...state, chats: replaceAt(state.chats, index, updated) };
  },
  'session/chatsReordered': (state, action) => {
    const place = new Map(action.chats.map((uri, index) => [uri, index]));
    const rank = (uri: string) => place.get(uri) ?? Number.MAX_SAFE_INTEGER;
    return { ...state, chats: state.chats.toSorted((a, b) => rank(a.resource) - rank(b.resource)) };
  },
  'session/defaultChatChanged': (state, { defaultChat }) => setOrDrop(state, 'defaultChat', defaultChat),

  'session/titleChanged': (state, { title }) => ({ ...state, title }),
  'session/isReadChanged': (state, { isRead }) => ({
    ...state,
    status: withFlag(state.status, Status.isRead, isRead),
  }),
  'session/isArchivedChanged': (state, { isArchived }) => ({
    ...state,
    status: withFlag(state.status, Status.isArchived, isArchived),
  }),
  'session/activityChanged': (state, { activity }) => setOrDrop(state, 'activity', activity),
  'session/changesetsChanged': (state, { changesets }) => setOrDrop(state, 'changesets', changesets),
  'session/serverToolsChanged': (state, { tools }) => ({ ...state, serverTools: tools }),
  'session/configChanged': (state, action) =>
    state.config ? { ...state, config: withConfigValues(state.config, action) } : state,
  'session/metaChanged': (state, { _meta }) => setOrDrop(state, '_meta', _meta),

  'session/activeClientSet': (state, { activeClient }) => ({
    ...state,
    activeClients: upsert(
      state.activeClients,
      activeClient,
      (client) => client.clientId === activeClient.clientId,
    ),
  }),
  'session/activeClientRemoved': (state, { clientId }) => {
    const index = state.activeClients.findIndex((client) => client.clientId === clientId);
    return index < 0 ? state : { ...state, activeClients: removeAt(state.activeClients, index) };
  },

  'session/workingDirectorySet': (state, { directory }) =>
    withDirectories(state, addDirectory(state.workingDirectories, directory)),
  'session/workingDirectoryRemoved': (state, { directory }) =>
    withDirectories(state, removeDirectory(state.workingDirectories, directory)),
  'session/workingDirectoryReplaced': (state, { directory, replacement }) =>
    withDirectories(state, replaceDirectory(state.workingDirectories, directory, replacement)),

  'session/inputNeededSet': (state, { request }) =>
    withInputNeeded(
      state,
      upsert(state.inputNeeded ?? [], request, (entry) => entry.id === request.id),
    ),
  'session/inputNeededRemoved': (state, { id }) => {
    const list = state.inputNeeded ?? [];
    const index = list.findIndex((entry) => entry.id === id);
    return index < 0 ? state : withInputNeeded(state, removeAt(list, index));
  },
});
