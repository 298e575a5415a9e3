import type { Attribution, Channel } from '@loggia/kernel';
import {
  libraryUri,
  ProtocolError,
  workspaceUri,
  type ArtifactSummary,
  type Collection,
  type LibraryAction,
  type LibraryState,
  type WorkspaceAction,
  type WorkspaceState,
} from '@loggia/protocol';
import type { Caller } from './artifacts.ts';
import { libraryKindName } from './kinds.ts';
import { summariesPerAction } from './limits.ts';
import { Locks, type Wanted } from './locks.ts';
import type { ArtifactPorts, LifecycleEvent } from './ports.ts';
import { assertEntitled } from './powers.ts';
import { noWorkspace } from './refusals.ts';
import { contextOf, summaryOf, workspaceSummary } from './shape.ts';
import { artifactsPart, type ArtifactRow, type ArtifactWrite, type ListedArtifact } from './store.ts';
import { countsAfter, shownDifferences, type Change } from './tally.ts';

export interface Step {
  readonly changes: readonly Change[];
  /** `host` for its own maintenance. Absent if no artifact itself changes, only its links or derived data. */
  readonly caller?: Caller | 'host';
  /** The author in the log if there is no caller. */
  readonly from?: Attribution;
  /** Writes that are stored before the artifacts themselves. */
  readonly writes?: readonly ArtifactWrite[] | undefined;
  /** Writes that refer to the artifacts. */
  readonly writesAfter?: readonly ArtifactWrite[] | undefined;
  readonly events?: readonly LifecycleEvent[] | undefined;
}

const everything = 'everything';

export function artifactKey(id: string): string {
  return `artifact ${id}`;
}

export function contentKey(hash: string): string {
  return `content ${hash}`;
}

/**
 * All changes go through this. Rows, versions, events and published actions are one transaction, requested in one turn
 * of the event loop: a crash leaves all of it or nothing.
 */
export class Ledger {
  readonly locks = new Locks();
  readonly #ports: ArtifactPorts;
  #library: Promise<Channel<LibraryState>> | undefined;

  constructor(ports: ArtifactPorts) {
    this.#ports = ports;
  }

  now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }

  /** Runs the work while nobody else changes the wanted keys. Values read before may have changed. */
  async change<T>(wanted: Wanted, work: () => Promise<T>): Promise<T> {
    this.assertWritable();
    return this.locks.hold({ ...wanted, shared: [...(wanted.shared ?? []), everything] }, work);
  }

  /** Runs the work while nobody changes anything. */
  async changeAlone<T>(work: () => Promise<T>): Promise<T> {
    this.assertWritable();
    return this.locks.hold({ alone: [everything] }, work);
  }

  /** Its newest state is authoritative for code that reads and appends without awaiting in between. */
  library(): Promise<Channel<LibraryState>> {
    this.#library ??= this.#openLibrary().catch((error: unknown) => {
      this.#library = undefined;
      throw error;
    });
    return this.#library;
  }

  summary(row: ListedArtifact): ArtifactSummary {
    return summaryOf(row, this.#preview(row));
  }

  async apply(step: Step): Promise<readonly ArtifactSummary[]> {
    const { kernel } = this.#ports;
    const from = step.caller === 'host' ? undefined : (step.caller ?? step.from);
    const library = await this.library();
    const summaries = new Map<string, ArtifactSummary>();
    for (const { after } of step.changes) if (after) summaries.set(after.id, this.summary(after));
    const channels = await this.#pinned(byWorkspace(step.changes));
    try {
      // The types used here can't change before the step is enlisted: nothing awaits in between.
      assertEntitled(this.#ports.types, step.changes, step.caller);
      // From here on nothing can be refused any more.
      for (const [channel, changes] of channels.told) {
        this.#tell(channel, changes, summaries, from);
        // The log would still contain what was purged, or could be purged elsewhere.
        if (changes.some(({ after }) => after === undefined)) kernel.forgetPast(channel);
      }
      this.#tellCollections(library, step.changes, from);
      for (const write of step.writes ?? []) this.enlist(write);
      for (const change of step.changes) this.#write(change);
      for (const write of step.writesAfter ?? []) this.enlist(write);
      for (const event of step.events ?? []) this.enlist(this.#ports.emit(event));
      this.#announceAfterCommit(step.changes);
    } finally {
      channels.release();
    }
    await kernel.settled();
    return [...summaries.values()];
  }

  enlist(write: ArtifactWrite): void {
    this.#ports.kernel.enlist(artifactsPart, write);
  }

  /** Changes the current collection. Call it without awaiting since you read the library. */
  setCollection(library: Channel<LibraryState>, collection: Collection, from?: Attribution): Collection {
    const { id, title, description, createdAt, modifiedAt } = collection;
    const action: LibraryAction = { type: 'x-loggia/collectionSet', collection };
    this.#ports.kernel.append(library, action, from);
    this.enlist({ kind: 'collection', row: { id, title, description, createdAt, modifiedAt } });
    return collection;
  }

  /** Later than before, even within a millisecond: clients detect changes by this. */
  later(before: string): string {
    return new Date(Math.max(this.#ports.clock.now(), Date.parse(before) + 1)).toISOString();
  }

  /** Throws if the change would have to wait for a stalled disk. */
  assertWritable(): void {
    const { health } = this.#ports.kernel;
    if (health.ok) return;
    throw new ProtocolError(
      'Unavailable',
      `Nothing can be changed for now: ${health.reason}. Free some disk space or repair the disk, then try again.`,
    );
  }

  async #openLibrary(): Promise<Channel<LibraryState>> {
    const { kernel } = this.#ports;
    if (!(await kernel.exists(libraryUri))) {
      kernel.create<LibraryState>(libraryUri, libraryKindName, await this.#stored());
    }
    const channel = await kernel.load<LibraryState>(libraryUri);
    if (!channel) throw new ProtocolError('Unavailable', 'The library is missing. Restart the host.');
    kernel.pin(channel);
    return channel;
  }

  /** The stored state; empty in a new store. */
  async #stored(): Promise<LibraryState> {
    const { store } = this.#ports;
    const collections: Collection[] = [];
    for (const { description, ...row } of await store.collections()) {
      const count = await store.countIn(row.id);
      collections.push({ ...row, ...(description !== undefined && { description }), count });
    }
    return { workspaces: (await store.workspaces()).map(workspaceSummary), collections };
  }

  async #pinned(
    groups: ReadonlyMap<string, readonly Change[]>,
  ): Promise<{ told: [Channel<WorkspaceState>, readonly Change[]][]; release: () => void }> {
    const { kernel } = this.#ports;
    const pins: (() => void)[] = [];
    const release = (): void => pins.forEach((unpin) => unpin());
    const told: [Channel<WorkspaceState>, readonly Change[]][] = [];
    try {
      for (const [workspace, changes] of groups) {
        const channel = await kernel.load<WorkspaceState>(workspaceUri(workspace));
        if (!channel) throw noWorkspace(workspace);
        pins.push(kernel.pin(channel));
        told.push([channel, changes]);
      }
    } catch (error) {
      release();
      throw error;
    }
    return { told, release };
  }

  #tell(
    channel: Channel<WorkspaceState>,
    changes: readonly Change[],
    summaries: ReadonlyMap<string, ArtifactSummary>,
    from: Attribution | undefined,
  ): void {
    const { kernel } = this.#ports;
    const append = (action: WorkspaceAction) => kernel.append(channel, action, from);
    const counts = countsAfter(channel.state.counts, changes);
    const isThere = (row: ArtifactRow | undefined): boolean =>
      row !== undefined && row.deletedAt === undefined;
    const removed = changes.flatMap(({ before, after }) => (!isThere(after) && before ? [before.id] : []));
    const set = changes.flatMap(({ after }) =>
      after && isThere(after) ? (summaries.get(after.id) ?? []) : [],
    );
    for (const ids of slices(removed)) {
      append({ type: 'x-loggia/artifactsRemoved', ids: [...ids], counts });
    }
    for (const artifacts of slices(set)) {
      append({ type: 'x-loggia/artifactsSet', artifacts: [...artifacts], counts });
    }
  }

  #write({ before, after }: Change): void {
    if (after === undefined) {
      if (before) this.enlist({ kind: 'artifactGone', id: before.id });
    } else if (after.revision !== before?.revision) {
      this.enlist({ kind: 'artifact', row: rowOf(after) });
    }
  }

  #tellCollections(
    library: Channel<LibraryState>,
    changes: readonly Change[],
    from: Attribution | undefined,
  ): void {
    for (const [id, difference] of shownDifferences(changes)) {
      const collection = library.state.collections.find((one) => one.id === id);
      if (!collection) continue;
      const modifiedAt = this.later(collection.modifiedAt);
      const count = Math.max(0, collection.count + difference);
      this.setCollection(library, { ...collection, modifiedAt, count }, from);
    }
  }

  #announceAfterCommit(changes: readonly Change[]): void {
    const { kernel, changed } = this.#ports;
    if (!changed) return;
    const ids = changes.flatMap(({ before, after }) =>
      before?.revision === after?.revision ? [] : ((after ?? before)?.id ?? []),
    );
    if (ids.length > 0) kernel.afterCommit(() => changed.call(this.#ports, ids));
  }

  #preview(row: ArtifactRow): ArtifactSummary['preview'] {
    try {
      return this.#ports.types.resolve(row.workspace, row.type).preview(contextOf(row));
    } catch (error) {
      this.#ports.report(`The preview of ${row.type} failed; its cards show less.`, error);
      return undefined;
    }
  }
}

function rowOf({
  collections: _collections,
  excerpt: _excerpt,
  thumbnail: _thumbnail,
  ...row
}: ListedArtifact): ArtifactRow {
  return row;
}

function byWorkspace(changes: readonly Change[]): ReadonlyMap<string, Change[]> {
  const groups = new Map<string, Change[]>();
  const add = (workspace: string, change: Change): void => {
    const group = groups.get(workspace);
    if (group) group.push(change);
    else groups.set(workspace, [change]);
  };
  for (const change of changes) {
    const { before, after } = change;
    if (before && after && before.workspace !== after.workspace) {
      add(before.workspace, { before });
      add(after.workspace, { after });
      continue;
    }
    const workspace = (after ?? before)?.workspace;
    if (workspace !== undefined) add(workspace, change);
  }
  return groups;
}

function* slices<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += summariesPerAction) {
    yield items.slice(at, at + summariesPerAction);
  }
}
