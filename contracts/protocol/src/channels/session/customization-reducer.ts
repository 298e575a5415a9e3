import { defined, removeAt, replaceAt, upsert, without } from '../../common/objects.ts';
import type { Steps } from '../../define-actions.ts';
import type { SessionAction } from './actions.ts';
import type {
  ChildCustomization,
  Customization,
  Enablement,
  McpServerCustomization,
} from './customizations.ts';
import type { SessionState } from './state.ts';

type Either = Customization | ChildCustomization;
type Change = (entry: Either) => Either | undefined;

/**
 * Finds an entry by id, at the top level first, then among the children, and replaces it with `change(entry)`
 * (`undefined` removes it; the same entry means no change).
 */
function changeEntry(state: SessionState, id: string, change: Change): SessionState {
  const list = state.customizations;
  if (!list) return state;
  const top = list.findIndex((entry) => entry.id === id);
  if (top >= 0) {
    const customizations = changeAt(list, top, change);
    return customizations === list ? state : { ...state, customizations };
  }
  for (const [index, container] of list.entries()) {
    if (!('children' in container) || !container.children) continue;
    const at = container.children.findIndex((child) => child.id === id);
    if (at < 0) continue;
    const children = changeAt(container.children, at, change);
    if (children === container.children) return state;
    return { ...state, customizations: replaceAt(list, index, { ...container, children }) };
  }
  return state;
}

function changeAt<T extends Either>(list: T[], index: number, change: Change): T[] {
  const entry = list[index];
  if (!entry) return list;
  const next = change(entry) as T | undefined;
  if (next === entry) return list;
  return next === undefined ? removeAt(list, index) : replaceAt(list, index, next);
}

function changeServer(
  state: SessionState,
  id: string,
  change: (server: McpServerCustomization) => McpServerCustomization,
): SessionState {
  return changeEntry(state, id, (entry) => (entry.type === 'mcpServer' ? change(entry) : entry));
}

/** Containers and servers keep every decision; a leaf keeps only the one in effect. */
function withEnablement(entry: Either, enablement: Enablement[]): Either {
  if (entry.type !== 'plugin' && entry.type !== 'mcpServer') {
    return { ...entry, enabled: enablement[0]?.enabled ?? true };
  }
  return enablement.length > 0 ? { ...entry, enablement } : (without(entry, 'enablement') as Either);
}

type CustomizationAction = Extract<
  SessionAction,
  { type: `session/customization${string}` | `session/mcpServer${string}` }
>;

export const customizationSteps: Steps<SessionState, CustomizationAction> = {
  'session/customizationsChanged': (state, { customizations }) => ({ ...state, customizations }),
  'session/customizationToggled': (state, { id, enablement }) =>
    changeEntry(state, id, (entry) => withEnablement(entry, enablement)),
  'session/customizationUpdated': (state, { customization }) => ({
    ...state,
    customizations: upsert(
      state.customizations ?? [],
      customization,
      (entry) => entry.id === customization.id,
    ),
  }),
  'session/customizationRemoved': (state, { id }) => changeEntry(state, id, () => undefined),
  'session/mcpServerStateChanged': (state, action) =>
    changeServer(state, action.id, (server) =>
      defined({ ...server, state: action.state, channel: action.channel }),
    ),
  'session/mcpServerStartRequested': (state, { id }) =>
    changeServer(state, id, (server) => ({ ...without(server, 'channel'), state: { kind: 'starting' } })),
  'session/mcpServerStopRequested': (state, { id }) =>
    changeServer(state, id, (server) => ({ ...without(server, 'channel'), state: { kind: 'stopped' } })),
  'session/mcpServerBackgroundRequested': (state, { id }) =>
    changeServer(state, id, (server) =>
      server.state.kind === 'starting' && server.state.blocking
        ? { ...server, state: { ...server.state, blocking: false } }
        : server,
    ),
};
