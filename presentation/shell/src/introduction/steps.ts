import type { AgentInfo, ArtifactSummary, ServerReport, WorkspaceState } from '@loggia/protocol';

/** The place where a step is done. */
export type StepPlace =
  | { readonly kind: 'artifact'; readonly artifact: ArtifactSummary }
  | { readonly kind: 'commit'; readonly drafts: readonly string[] }
  | { readonly kind: 'models' }
  | { readonly kind: 'servers' };

export interface Step {
  readonly id: string;
  readonly label: string;
  readonly isDone: boolean;
  readonly place: StepPlace;
}

/** The facts that tick the steps: from the host, the workspace, and what this page has opened. */
export interface StepFacts {
  readonly state: Pick<WorkspaceState, 'artifacts' | 'types' | 'createdAt'>;
  readonly opened: ReadonlySet<string>;
  readonly agents: readonly Pick<AgentInfo, 'models'>[];
  readonly servers: readonly Pick<ServerReport, 'source'>[];
  /** Steps that were done before; a closed window doesn't undo one. */
  readonly doneBefore: readonly string[];
}

/** A list that is longer is homework. */
const mostOfTypes = 2;
/** The artifacts that a workspace starts with are made and committed with it. */
const startMs = 60_000;

/** The first steps in a workspace: what its types suggest, and what every newcomer needs. Empty without a type's own. */
export function stepsFor({ state, opened, agents, servers, doneBefore }: StepFacts): readonly Step[] {
  const own = typeSteps(state, opened);
  if (own.length === 0) return [];
  // Drafts that were never committed, such as the sample server, are not suited for a first try.
  const drafts = state.artifacts
    .filter(wasChanged)
    .flatMap(({ id, state: now }) => (now === 'draft' ? [id] : []));
  const [first] = own;
  const place: StepPlace = drafts.length > 0 || !first ? { kind: 'commit', drafts } : first.place;
  const steps: readonly Step[] = [
    ...own,
    { id: 'commit', label: 'Commit', isDone: hasCommit(state), place },
    {
      id: 'model',
      label: 'Connect a model',
      isDone: agents.some(({ models }) => models.length > 0),
      place: { kind: 'models' },
    },
    {
      id: 'server',
      label: 'Add a server',
      isDone: servers.some(({ source }) => source.kind === 'added'),
      place: { kind: 'servers' },
    },
  ];
  return steps.map((step) => ({ ...step, isDone: step.isDone || doneBefore.includes(step.id) }));
}

function typeSteps(state: StepFacts['state'], opened: ReadonlySet<string>): readonly Step[] {
  // Looking comes before changing.
  const introduced = (['opened', 'changed'] as const).flatMap((done) =>
    state.types.filter(({ introduction }) => introduction?.step?.done === done),
  );
  return introduced
    .flatMap(({ mime, introduction }): readonly Step[] => {
      const { label = '', done } = introduction?.step ?? {};
      // The first one there was, so that a newer one doesn't change the list.
      const [artifact] = state.artifacts
        .filter(({ type }) => type === mime)
        .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
      if (!artifact) return [];
      const isDone = done === 'opened' ? opened.has(artifact.id) : wasChanged(artifact);
      return [{ id: mime, label, isDone, place: { kind: 'artifact', artifact } }];
    })
    .slice(0, mostOfTypes);
}

/** Whether it is different from its first version. */
function wasChanged({ state, version }: ArtifactSummary): boolean {
  return version > 1 || (version === 1 && state === 'draft');
}

function hasCommit({ artifacts, createdAt }: StepFacts['state']): boolean {
  const start = Date.parse(createdAt) + startMs;
  return artifacts.some(
    (artifact) => artifact.version > 1 || (artifact.version === 1 && Date.parse(artifact.createdAt) > start),
  );
}
