import { customizationSteps } from '../../channels/session/customization-reducer.ts';
import type { SessionState } from '../../channels/session/state.ts';
import { setOrDrop } from '../../common/objects.ts';
import { reducerOf } from '../../define-actions.ts';
import type { WorkspaceAction } from './actions.ts';
import type { ArtifactSummary } from './artifacts.ts';
import { artifactWindow, type WorkspaceState } from './state.ts';

/** Newest first; the id breaks ties. */
function byModified(a: ArtifactSummary, b: ArtifactSummary): number {
  if (a.modifiedAt !== b.modifiedAt) return a.modifiedAt < b.modifiedAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

function withArtifacts(state: WorkspaceState, changed: readonly ArtifactSummary[]): ArtifactSummary[] {
  const ids = new Set(changed.map(({ id }) => id));
  const shown = changed.filter(({ state: at, deletedAt }) => at !== 'archived' && deletedAt === undefined);
  const others = state.artifacts.filter(({ id }) => !ids.has(id));
  return [...others, ...shown].sort(byModified).slice(0, artifactWindow);
}

/** The steps for customizations only read and change that list. */
const serverSteps = customizationSteps as unknown as {
  readonly [Type in keyof typeof customizationSteps]: (
    state: WorkspaceState,
    action: Parameters<(typeof customizationSteps)[Type]>[1],
  ) => WorkspaceState;
} satisfies Record<string, (state: never, action: never) => Pick<SessionState, 'customizations'>>;

export const reduceWorkspace = reducerOf<WorkspaceState, WorkspaceAction>({
  ...serverSteps,
  'x-loggia/workspaceChanged': (state, { title, description }) =>
    setOrDrop({ ...state, title }, 'description', description),
  'x-loggia/artifactsSet': (state, { artifacts, counts }) => ({
    ...state,
    counts,
    artifacts: withArtifacts(state, artifacts),
  }),
  'x-loggia/artifactsRemoved': (state, { ids, counts }) => ({
    ...state,
    counts,
    artifacts: state.artifacts.filter(({ id }) => !ids.includes(id)),
  }),
  'x-loggia/typesChanged': (state, { types }) => ({ ...state, types }),
  'x-loggia/windowSet': (state, { window }) => {
    const { windows = [] } = state;
    const at = windows.findIndex(({ id }) => id === window.id);
    return { ...state, windows: at < 0 ? [...windows, window] : windows.with(at, window) };
  },
  'x-loggia/windowRemoved': (state, { id }) => {
    const { windows = [] } = state;
    const rest = windows.filter((window) => window.id !== id);
    return rest.length === windows.length ? state : { ...state, windows: rest };
  },
  'x-loggia/layoutSet': (state, { layout }) => {
    const { layouts = [] } = state;
    const at = layouts.findIndex(({ id }) => id === layout.id);
    return { ...state, layouts: at < 0 ? [...layouts, layout] : layouts.with(at, layout) };
  },
  'x-loggia/layoutRemoved': (state, { id }) => {
    const { layouts = [] } = state;
    const rest = layouts.filter((layout) => layout.id !== id);
    return rest.length === layouts.length ? state : { ...state, layouts: rest };
  },
});
