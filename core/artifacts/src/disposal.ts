import type { ArtifactSummary } from '@loggia/protocol';
import type { ArtifactCommands, Caller } from './artifacts.ts';
import { artifactKey, type Ledger, type Step } from './ledger.ts';
import type { ArtifactPorts, LifecycleEvent } from './ports.ts';
import { invalid } from './refusals.ts';
import { isOrAre, selection, titles } from './selection.ts';
import { withoutSubstance } from './events/event.ts';
import type { ArtifactStore, ArtifactWrite, EventRow, ListedArtifact } from './store.ts';
import type { Change } from './tally.ts';

type Commands = Pick<
  ArtifactCommands,
  'archiveArtifacts' | 'unarchiveArtifacts' | 'deleteArtifacts' | 'undeleteArtifacts' | 'purgeArtifacts'
>;

type Told = Pick<LifecycleEvent, 'kind' | 'cause'>;

/** A transition to a state. Artifacts already in that state stay unchanged, without an event. */
export interface Move {
  isThere(row: ListedArtifact): boolean;
  move(row: ListedArtifact, at: string): Partial<ListedArtifact>;
  tell(row: ListedArtifact): readonly Told[];
}

const archive: Move = {
  isThere: ({ archived }) => archived,
  move: () => ({ archived: true }),
  tell: () => [{ kind: 'archive' }],
};

const unarchive: Move = {
  isThere: ({ archived }) => !archived,
  move: () => ({ archived: false }),
  tell: ({ version }) => [{ kind: version > 0 ? 'commit' : 'create', cause: 'unarchive' }],
};

export const remove: Move = {
  isThere: ({ deletedAt }) => deletedAt !== undefined,
  move: (_row, at) => ({ deletedAt: at }),
  tell: () => [{ kind: 'delete' }],
};

/** Handlers forgot the artifact when it was deleted, so they are told again of its state. */
const undelete: Move = {
  isThere: ({ deletedAt }) => deletedAt === undefined,
  move: () => ({ deletedAt: undefined }),
  tell: ({ version, archived }) => {
    const told: Told[] = [{ kind: 'create', cause: 'undelete' }];
    if (archived) told.push({ kind: 'archive', cause: 'undelete' });
    else if (version > 0) told.push({ kind: 'commit', cause: 'undelete' });
    return told;
  },
};

function assertNotInTrash(rows: readonly ListedArtifact[]): void {
  const inTrash = rows.filter(({ deletedAt }) => deletedAt !== undefined);
  if (inTrash.length === 0) return;
  throw invalid(`${titles(inTrash)} ${isOrAre(inTrash)} in the trash. Restore it first.`);
}

function assertInTrash(rows: readonly ListedArtifact[]): void {
  const live = rows.filter(({ deletedAt }) => deletedAt === undefined);
  if (live.length === 0) return;
  throw invalid(`${titles(live)} ${isOrAre(live)} not in the trash. Delete first, then purge.`);
}

/** At most one record of each kind: something was purged, and not everything has been erased yet. */
export const purgeRecords = 'purge';
const pending = 'pending';

async function eventsOf(store: ArtifactStore, artifact: string): Promise<readonly EventRow[]> {
  return store.events({ artifact, limit: 10_000 });
}

/** A handler that wasn't yet told of the deletion still must be, but of nothing more. */
function withoutContent(event: EventRow): ArtifactWrite {
  if (event.kind !== 'delete') return { kind: 'eventGone', id: event.id };
  return { kind: 'eventChanged', id: event.id, change: { payload: withoutSubstance(event) } };
}

/** Moves what `read` finds of these artifacts, which nobody else changes meanwhile. */
export function moveArtifacts(
  ledger: Ledger,
  ids: readonly string[],
  {
    caller,
    how,
    read,
  }: {
    readonly caller: Caller | 'host';
    readonly how: Move;
    readonly read: () => Promise<readonly ListedArtifact[]>;
  },
): Promise<ArtifactSummary[]> {
  const { by, powers } = caller === 'host' ? { by: caller, powers: [] } : caller;
  return ledger.change({ alone: ids.map(artifactKey) }, async () => {
    const rows = await read();
    const at = ledger.now();
    const changes: Change[] = [];
    const events: LifecycleEvent[] = [];
    const next = rows.map((row) => {
      if (how.isThere(row)) return row;
      const after: ListedArtifact = {
        ...row,
        ...how.move(row, at),
        revision: row.revision + 1,
        modifiedAt: at,
        modifiedBy: by,
      };
      changes.push({ before: row, after });
      events.push(...how.tell(row).map((told) => ({ ...told, artifact: after, at, by, powers })));
      return after;
    });
    if (changes.length > 0) await ledger.apply({ changes, caller, events });
    return next.map((row) => ledger.summary(row));
  });
}

/** Removes artifacts in the trash for good. The caller holds them, so that nobody changes them meanwhile. */
async function purge(
  { kernel, store, purged }: ArtifactPorts,
  ledger: Ledger,
  rows: readonly ListedArtifact[],
  by: Pick<Step, 'caller' | 'from'>,
): Promise<void> {
  const writes: ArtifactWrite[] = [];
  for (const { id } of rows) {
    writes.push({ kind: 'tracesGone', id });
    for (const event of await eventsOf(store, id)) writes.push(withoutContent(event));
  }
  kernel.records.put(purgeRecords, pending, true);
  await ledger.apply({ changes: rows.map((before) => ({ before })), writes, ...by });
  purged?.();
}

const purgedAtOnce = 100;

/** Purges what was moved to the trash before `before`, ISO 8601. Others get their turn in between. */
export async function purgeTrash(
  ports: ArtifactPorts,
  ledger: Ledger,
  before: string,
): Promise<{ purged: number }> {
  const { store } = ports;
  let count = 0;
  for (const { id: workspace } of await store.workspaces()) {
    for (;;) {
      const due = await store.list({
        workspace,
        deleted: true,
        order: 'modified',
        after: { value: before, id: '' },
        limit: purgedAtOnce,
      });
      const ids = due.map(({ id }) => id);
      const purged = await ledger.change({ alone: ids.map(artifactKey) }, async () => {
        const rows = (await store.listed(ids)).filter(
          ({ deletedAt }) => deletedAt !== undefined && deletedAt < before,
        );
        if (rows.length > 0) await purge(ports, ledger, rows, { caller: 'host' });
        return rows.length;
      });
      count += purged;
      if (purged === 0 || due.length < purgedAtOnce) break;
    }
  }
  return { purged: count };
}

export function disposalCommands(ports: ArtifactPorts, ledger: Ledger): Commands {
  const { store } = ports;

  function moveAll(
    ids: readonly string[],
    caller: Caller,
    how: Move,
    check: (rows: readonly ListedArtifact[]) => void = () => undefined,
  ): Promise<ArtifactSummary[]> {
    const read = async () => {
      const rows = await selection(store, ids);
      check(rows);
      return rows;
    };
    return moveArtifacts(ledger, ids, { caller, how, read });
  }

  return {
    async archiveArtifacts({ artifacts }, caller) {
      return { artifacts: await moveAll(artifacts, caller, archive, assertNotInTrash) };
    },

    async unarchiveArtifacts({ artifacts }, caller) {
      return { artifacts: await moveAll(artifacts, caller, unarchive, assertNotInTrash) };
    },

    async deleteArtifacts({ artifacts }, caller) {
      const moved = await moveAll(artifacts, caller, remove);
      return { deleted: moved.map(({ id }) => id) };
    },

    async undeleteArtifacts({ artifacts }, caller) {
      return { artifacts: await moveAll(artifacts, caller, undelete) };
    },

    purgeArtifacts({ artifacts }, caller) {
      return ledger.change({ alone: artifacts.map(artifactKey) }, async () => {
        const rows = await selection(store, artifacts);
        assertInTrash(rows);
        await purge(ports, ledger, rows, { from: caller });
        return { purged: rows.map(({ id }) => id) };
      });
    },
  };
}
