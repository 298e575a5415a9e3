import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  artifactKinds,
  createArtifacts,
  createContentStore,
  UntouchedDrafts,
  type ArtifactPorts,
  type Artifacts,
  type Caller,
  type ContentStore,
  type KnownType,
  type LifecycleEvent,
  type ParamsOf,
} from '@loggia/artifacts';
import type { ArtifactStore } from '@loggia/artifacts/store';
import { Kernel, type AnyChannelKind, type Store, type ChannelObserver } from '@loggia/kernel';
import {
  libraryUri,
  workspaceUri,
  type Artifact,
  type ArtifactSummary,
  type LibraryState,
  type WorkspaceState,
} from '@loggia/protocol';
import { eventLoopScheduler, openSqliteStorage, type SqliteStorage } from '@loggia/storage';
import { ManualClock } from './manual-clock.ts';

export interface ArtifactRigOptions {
  /**
   * Uses the directory of an earlier rig, which stays. Otherwise a temporary directory that is deleted with the rig.
   */
  readonly directory?: string;
  /** The known types; all others have no definition. */
  readonly types?: Readonly<Record<string, Partial<KnownType>>>;
  /** Overrides the detection of file types. */
  readonly typeForFile?: ArtifactPorts['types']['typeForFile'];
  readonly emit?: ArtifactPorts['emit'];
  readonly observer?: (kernel: () => Kernel, clock: ManualClock) => ChannelObserver;
  /** Channels beside those of artifacts. */
  readonly kinds?: readonly AnyChannelKind[];
  /** Replaces the ordinary store. */
  readonly store?: (store: Store) => Store;
}

export const me: Caller = { by: 'ann', powers: ['servers'], retypes: true };
/** The default type of a file. */
export const plainType = 'application/octet-stream';

let runs = 0;

/** Artifacts on a real SQLite file and a real directory, without a wire: commands are called directly. */
export class ArtifactRig {
  readonly directory: string;
  readonly clock: ManualClock;
  readonly kernel: Kernel;
  readonly store: ArtifactStore;
  readonly content: ContentStore;
  readonly upkeep: SqliteStorage['upkeep'];
  readonly artifacts: Artifacts;
  readonly untouched: UntouchedDrafts;
  /** Every event emitted, in order. */
  readonly events: LifecycleEvent[] = [];
  /** The reported ids of changed artifacts. */
  readonly changed: string[][] = [];
  readonly problems: unknown[] = [];
  readonly #isTemporary: boolean;

  static async open(options: ArtifactRigOptions = {}): Promise<ArtifactRig> {
    const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'loggia-artifacts-')));
    await mkdir(directory, { recursive: true });
    const storage = openSqliteStorage(join(directory, 'loggia.db'));
    const clock = new ManualClock();
    const untouched = new UntouchedDrafts(() => kernel);
    const kernel: Kernel = await Kernel.open({
      store: options.store?.(storage.store) ?? storage.store,
      kinds: [...artifactKinds, ...(options.kinds ?? [])],
      clock,
      scheduler: eventLoopScheduler,
      observer: options.observer?.(() => kernel, clock) ?? untouched.observer,
    });
    const content = await createContentStore(join(directory, 'content'));
    const { artifacts: store, upkeep } = storage;
    const rig = new ArtifactRig({ directory, clock, kernel, store, content, upkeep, untouched }, options);
    await rig.artifacts.ensureLibrary();
    return rig;
  }

  private constructor(
    parts: Pick<ArtifactRig, 'directory' | 'clock' | 'kernel' | 'store' | 'content' | 'upkeep' | 'untouched'>,
    options: ArtifactRigOptions,
  ) {
    const run = ++runs;
    let ids = 0;
    let emitted = 0;
    this.directory = parts.directory;
    this.clock = parts.clock;
    this.kernel = parts.kernel;
    this.store = parts.store;
    this.content = parts.content;
    this.upkeep = parts.upkeep;
    this.untouched = parts.untouched;
    this.#isTemporary = options.directory === undefined;
    this.artifacts = createArtifacts({
      ...parts,
      newId: () => `id-${run}-${++ids}`,
      types: {
        resolve: (_workspace, type) => ({
          known: options.types?.[type] !== undefined,
          needs: [],
          validate: () => [],
          preview: () => undefined,
          ...options.types?.[type],
        }),
        typeForFile: options.typeForFile ?? (() => plainType),
      },
      emit: (event) => {
        this.events.push(event);
        return options.emit?.(event) ?? eventWrite(`event-${run}-${++emitted}`, event);
      },
      changed: (changed) => void this.changed.push([...changed]),
      report: (_problem, error) => void this.problems.push(error),
    });
  }

  async workspace(title = 'Workspace'): Promise<string> {
    const { workspace } = await this.artifacts.createWorkspace({ title }, me);
    return workspace.id;
  }

  async create(workspace: string, given: Partial<ParamsOf<'createArtifact'>> = {}): Promise<Artifact> {
    const { artifact } = await this.artifacts.createArtifact({ title: 'Untitled', ...given, workspace }, me);
    return artifact;
  }

  async commit(...ids: string[]): Promise<ArtifactSummary[]> {
    const artifacts = ids.map((id) => ({ id }));
    return (await this.artifacts.commitArtifacts({ artifacts, message: 'A commit' }, me)).artifacts;
  }

  /** A committed artifact. */
  async committed(workspace: string, given: Partial<ParamsOf<'createArtifact'>> = {}): Promise<Artifact> {
    const { id } = await this.create(workspace, given);
    await this.commit(id);
    return (await this.artifacts.getArtifact({ artifact: id }, me)).artifact;
  }

  /** The workspace's state, as clients see it. */
  async shown(workspace: string): Promise<WorkspaceState> {
    const channel = await this.kernel.load<WorkspaceState>(workspaceUri(workspace));
    if (!channel) throw new Error(`There is no workspace ${workspace}.`);
    return channel.committed;
  }

  async library(): Promise<LibraryState> {
    const channel = await this.kernel.load<LibraryState>(libraryUri);
    if (!channel) throw new Error('There is no library.');
    return channel.committed;
  }

  async close(): Promise<void> {
    await this.kernel.close();
    if (this.#isTemporary) await rm(this.directory, { recursive: true, force: true });
  }
}

function eventWrite(
  id: string,
  { kind, artifact, at, by, commit }: LifecycleEvent,
): ReturnType<ArtifactPorts['emit']> {
  const { workspace, type } = artifact;
  return {
    kind: 'event',
    row: {
      ...{ id, artifact: artifact.id, workspace, type, kind, at },
      payload: JSON.stringify({
        event: { id, kind, at, by, commit },
        artifact: { id: artifact.id, title: artifact.title, context: artifact.context },
      }),
      status: 'waiting',
      attempts: 0,
      nextAt: Date.parse(at),
      reason: undefined,
      server: undefined,
    },
  };
}
