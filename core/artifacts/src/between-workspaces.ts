import type { ArtifactCommands, Caller } from './artifacts.ts';
import { artifactKey, type Ledger } from './ledger.ts';
import { maxChangeBytes } from './limits.ts';
import type { ArtifactPorts, LifecycleEvent } from './ports.ts';
import { invalid, noWorkspace } from './refusals.ts';
import { assertRevisions, isOrAre, selection, titles } from './selection.ts';
import type { ArtifactStore, ArtifactWrite, ListedArtifact, VersionRow } from './store.ts';
import type { Change } from './tally.ts';

type Commands = Pick<ArtifactCommands, 'moveArtifacts' | 'copyArtifacts'>;
type Chosen = Parameters<Commands['moveArtifacts']>[0];

const versionsAtOnce = 200;

/**
 * Moves and copies artifacts to another workspace. A move keeps the id, the versions and the links into collections; the
 * commits stay in the log of the workspace that they were made in. A copy has versions and commits of its own, with the
 * messages, authors and times of the original.
 */
export function betweenWorkspaces(ports: ArtifactPorts, ledger: Ledger): Commands {
  const { store, untouched } = ports;

  /** Nobody else changes the artifacts until the work is done. */
  function change<Result>(
    { artifacts, workspace }: Chosen,
    work: (rows: readonly ListedArtifact[]) => Promise<Result>,
  ): Promise<Result> {
    return ledger.change({ alone: artifacts.map(({ id }) => artifactKey(id)) }, async () => {
      if (!(await store.workspace(workspace))) throw noWorkspace(workspace);
      const rows = await selection(
        store,
        artifacts.map(({ id }) => id),
      );
      assertRevisions(ledger, rows, new Map(artifacts.map(({ id, ifRevision }) => [id, ifRevision])));
      assertOutsideTrash(rows);
      for (const { id } of rows) untouched.used(id);
      return work(rows);
    });
  }

  return {
    moveArtifacts(params, caller) {
      return change(params, async (rows) => {
        const at = ledger.now();
        const changes: Change[] = [];
        const events: LifecycleEvent[] = [];
        const there = rows.map((row) => {
          if (row.workspace === params.workspace) return row;
          const after: ListedArtifact = {
            ...row,
            workspace: params.workspace,
            revision: row.revision + 1,
            modifiedAt: at,
            modifiedBy: caller.by,
          };
          changes.push({ before: row, after });
          events.push(...movedEvents(row, after, caller, at));
          return after;
        });
        if (changes.length > 0) await ledger.apply({ changes, caller, events });
        return { artifacts: there.map((row) => ledger.summary(row)) };
      });
    },

    copyArtifacts(params, caller) {
      return change(params, async (rows) => {
        const at = ledger.now();
        const history = new CopiedHistory(ports, params.workspace);
        const changes: Change[] = [];
        const events: LifecycleEvent[] = [];
        for (const row of rows) {
          const id = ports.newId();
          await history.copy(row.id, id);
          const after: ListedArtifact = {
            ...row,
            id,
            workspace: params.workspace,
            revision: 1,
            createdAt: at,
            createdBy: caller.by,
            modifiedAt: at,
            modifiedBy: caller.by,
            collections: [],
            excerpt: undefined,
            thumbnail: undefined,
          };
          changes.push({ after });
          events.push(...arrivedEvents(after, caller, at));
        }
        const { commits, versions } = history;
        await ledger.apply({ changes, caller, events, writes: commits, writesAfter: versions });
        return { artifacts: changes.flatMap(({ after }) => (after ? [ledger.summary(after)] : [])) };
      });
    },
  };
}

/** The versions of copies, and the commits that they belong to, as writes. */
class CopiedHistory {
  readonly commits: ArtifactWrite[] = [];
  readonly versions: ArtifactWrite[] = [];
  readonly #store: ArtifactStore;
  readonly #newId: () => string;
  readonly #workspace: string;
  /** The new id of each commit. */
  readonly #ids = new Map<string, string>();
  #bytes = 0;

  constructor({ store, newId }: ArtifactPorts, workspace: string) {
    this.#store = store;
    this.#newId = () => newId();
    this.#workspace = workspace;
  }

  async copy(from: string, to: string): Promise<void> {
    const found: VersionRow[] = [];
    for (let before: number | undefined; ;) {
      const page = await this.#store.versions(from, { before, limit: versionsAtOnce });
      for (const { context } of page) this.#bytes += context.length;
      if (this.#bytes > maxChangeBytes) {
        throw invalid(
          `The versions of these artifacts hold more than ${maxChangeBytes / 1_000_000} MB of context together. Copy fewer at once.`,
        );
      }
      found.push(...page);
      before = page.at(-1)?.version;
      if (page.length < versionsAtOnce) break;
    }
    for (const row of found.toReversed()) {
      const commit = this.#commitOf(row);
      this.versions.push({ kind: 'version', row: { ...row, artifact: to, commit } });
    }
  }

  #commitOf({ commit, message, author, at }: VersionRow): string {
    const known = this.#ids.get(commit);
    if (known !== undefined) return known;
    const id = this.#newId();
    this.#ids.set(commit, id);
    this.commits.push({ kind: 'commit', row: { id, workspace: this.#workspace, message, author, at } });
    return id;
  }
}

function assertOutsideTrash(rows: readonly ListedArtifact[]): void {
  const inTrash = rows.filter(({ deletedAt }) => deletedAt !== undefined);
  if (inTrash.length === 0) return;
  throw invalid(`${titles(inTrash)} ${isOrAre(inTrash)} in the trash. Restore it first.`);
}

/** To the handler in the old workspace it is gone; the one in the new workspace may be another. */
function movedEvents(
  before: ListedArtifact,
  after: ListedArtifact,
  caller: Caller,
  at: string,
): readonly LifecycleEvent[] {
  const { by, powers } = caller;
  const gone = { ...before, deletedAt: at };
  return [
    { kind: 'delete', artifact: gone, at, by, powers, cause: 'move' },
    ...arrivedEvents(after, caller, at).map((event) => ({ ...event, cause: 'move' as const })),
  ];
}

function arrivedEvents(
  artifact: ListedArtifact,
  { by, powers }: Caller,
  at: string,
): readonly LifecycleEvent[] {
  const told = { artifact, at, by, powers };
  if (artifact.archived)
    return [
      { kind: 'create', ...told },
      { kind: 'archive', ...told },
    ];
  return artifact.version > 0
    ? [
        { kind: 'create', ...told },
        { kind: 'commit', ...told },
      ]
    : [{ kind: 'create', ...told }];
}
