import { defined, removeAt, setOrDrop, upsert, without } from '../../common/objects.ts';
import { Status, withActivity, withFlag } from '../../common/status.ts';
import { addDirectory, removeDirectory } from '../../common/working-directories.ts';
import { reducerOf } from '../../define-actions.ts';
import { agentCommandSteps, type AgentCommandAction } from '../../extensions/agent-commands.ts';
import { viewContextSteps, type ViewContextAction } from '../../extensions/view-context.ts';
import type { ChatAction } from './actions.ts';
import { inputSteps } from './input-reducer.ts';
import { pendingSteps, withoutQueued, withoutSteering } from './pending-reducer.ts';
import type { ChatState, ErrorPart, ResponsePart, Turn } from './state.ts';
import { cancelUnfinished, toolCallSteps } from './tool-call-reducer.ts';
import { appendPart, endOf, findPart, withActiveTurn, withPart, withTurnActivity } from './turns.ts';

interface Ending {
  readonly turnId: string;
  readonly duration: number;
  readonly state: Turn['state'];
  readonly error?: ErrorPart;
}

function endTurn(state: ChatState, ending: Ending): ChatState {
  const { activeTurn, ...idle } = state;
  if (activeTurn?.id !== ending.turnId) return state;
  const duration = Math.max(0, ending.duration);
  const responseParts = activeTurn.responseParts.map(cancelUnfinished);
  if (ending.error) responseParts.push(ending.error);
  const { id, startedAt, message, usage } = activeTurn;
  const turn: Turn = defined({ id, startedAt, duration, message, responseParts, usage, state: ending.state });
  return {
    ...idle,
    turns: [...state.turns, turn],
    modifiedAt: endOf(startedAt, duration) ?? state.modifiedAt,
    status: withActivity(state.status, ending.error ? Status.error : Status.idle),
  };
}

type TextPart = Extract<ResponsePart, { kind: 'markdown' | 'reasoning' }>;

function appendText(
  state: ChatState,
  kind: TextPart['kind'],
  action: { turnId: string; partId: string; content: string },
): ChatState {
  if (state.activeTurn?.id !== action.turnId) return state;
  const found = findPart(
    state.activeTurn,
    (part): part is TextPart => part.kind === kind && part.id === action.partId,
  );
  if (!found) return state;
  const part = { ...found.part, content: found.part.content + action.content };
  return withPart(state, found.turn, found.index, part);
}

function withDirectories(state: ChatState, list: readonly string[] | undefined): ChatState {
  return list === state.workingDirectories || !list ? state : { ...state, workingDirectories: [...list] };
}

/** The turn that `chat/turnResume` would reopen: the last one, ended by an error that can be resumed. */
export function resumableTurn(state: ChatState): Turn | undefined {
  const last = state.turns.at(-1);
  const part = last?.responseParts.at(-1);
  const resumable = !state.activeTurn && last?.state === 'error' && part?.kind === 'error' && part.resumable;
  return resumable ? last : undefined;
}

export const reduceChat = reducerOf<ChatState, ChatAction | ViewContextAction | AgentCommandAction>({
  ...toolCallSteps,
  ...inputSteps,
  ...pendingSteps,
  ...viewContextSteps<ChatState>(),
  ...agentCommandSteps<ChatState>(),

  'chat/turnStarted': (state, { turnId, startedAt, message, queuedMessageId }) => {
    const started = withTurnActivity(
      withActiveTurn(state, { id: turnId, startedAt, message, responseParts: [] }),
    );
    const next = {
      ...started,
      status: withFlag(started.status, Status.isRead, false),
      modifiedAt: startedAt,
    };
    return queuedMessageId === undefined
      ? next
      : withoutQueued(withoutSteering(next, queuedMessageId), queuedMessageId);
  },
  'chat/delta': (state, action) => appendText(state, 'markdown', action),
  'chat/reasoning': (state, action) => appendText(state, 'reasoning', action),
  'chat/responsePart': (state, { turnId, part }) =>
    part.kind === 'error' ? state : appendPart(state, turnId, part),
  'chat/usage': (state, { turnId, usage }) =>
    state.activeTurn?.id === turnId ? withActiveTurn(state, { ...state.activeTurn, usage }) : state,
  'chat/turnComplete': (state, action) => endTurn(state, { ...action, state: 'complete' }),
  'chat/turnCancelled': (state, action) => endTurn(state, { ...action, state: 'cancelled' }),
  'chat/error': (state, { turnId, duration, part }) =>
    endTurn(state, { turnId, duration, state: 'error', error: part }),
  'chat/turnResume': (state, { turnId }) => {
    const turn = resumableTurn(state);
    if (turn?.id !== turnId) return state;
    const { id, message, responseParts, usage } = turn;
    const startedAt = turn.startedAt ?? state.modifiedAt;
    const activeTurn = defined({ id, startedAt, message, responseParts, usage });
    const resumed = withTurnActivity({ ...state, turns: state.turns.slice(0, -1), activeTurn });
    return { ...resumed, status: withFlag(resumed.status, Status.isRead, false) };
  },

  'chat/truncated': (state, { turnId }) => {
    const index = turnId === undefined ? -1 : state.turns.findIndex((turn) => turn.id === turnId);
    if (turnId !== undefined && index < 0) return state;
    const kept = { ...(without(state, 'activeTurn') as ChatState), turns: state.turns.slice(0, index + 1) };
    const next = turnId === undefined ? (without(kept, 'turnsNextCursor') as ChatState) : kept;
    return { ...next, status: withActivity(state.status, Status.idle) };
  },
  'chat/turnsLoaded': (state, { turns, turnsNextCursor }) => {
    const loaded = new Set(state.turns.map((turn) => turn.id));
    const older = turns.filter((turn) => !loaded.has(turn.id));
    if (older.length === 0 && turnsNextCursor === state.turnsNextCursor) return state;
    return setOrDrop({ ...state, turns: [...older, ...state.turns] }, 'turnsNextCursor', turnsNextCursor);
  },

  'chat/activityChanged': (state, { activity }) => setOrDrop(state, 'activity', activity),
  'chat/backgroundWorkSet': (state, { work }) => ({
    ...state,
    backgroundWork: upsert(state.backgroundWork ?? [], work, (entry) => entry.id === work.id),
  }),
  'chat/backgroundWorkRemoved': (state, { id }) => {
    const list = state.backgroundWork ?? [];
    const index = list.findIndex((entry) => entry.id === id);
    return index < 0 ? state : { ...state, backgroundWork: removeAt(list, index) };
  },
  'chat/movableChanged': (state, { movable }) => ({ ...state, movable }),
  'chat/changesetsChanged': (state, { changesets }) => setOrDrop(state, 'changesets', changesets),
  'chat/canvasesChanged': (state, { canvases }) => setOrDrop(state, 'canvases', canvases),
  'chat/workingDirectorySet': (state, { directory }) =>
    withDirectories(state, addDirectory(state.workingDirectories, directory)),
  'chat/workingDirectoryRemoved': (state, { directory }) =>
    withDirectories(state, removeDirectory(state.workingDirectories, directory)),
  'chat/isReadChanged': (state, { isRead }) => ({
    ...state,
    status: withFlag(state.status, Status.isRead, isRead),
  }),
  'chat/isArchivedChanged': (state, { isArchived }) => ({
    ...state,
    status: withFlag(state.status, Status.isArchived, isArchived),
  }),
});
