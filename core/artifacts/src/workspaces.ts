import type { Attribution, Channel } from '@loggia/kernel';
import {
  workspaceUri,
  type Collection,
  type LibraryAction,
  type LibraryState,
  type WorkspaceAction,
  type WorkspaceState,
  type WorkspaceSummary,
} from '@loggia/protocol';
import type { ArtifactCommands } from './artifacts.ts';
import { workspaceKindName } from './kinds.ts';
import type { Ledger } from './ledger.ts';
import type { ArtifactPorts } from './ports.ts';
import { invalid, noWorkspace, quoted } from './refusals.ts';
import { workspaceSummary } from './shape.ts';

type Commands = Pick<
  ArtifactCommands,
  'listWorkspaces' | 'createWorkspace' | 'updateWorkspace' | 'deleteWorkspace'
>;

export function workspaceCommands(ports: ArtifactPorts, ledger: Ledger): Commands {
  const { kernel, store } = ports;

  function tell(library: Channel<LibraryState>, action: LibraryAction, from: Attribution): void {
    kernel.append(library, action, from);
  }

  function found(library: Channel<LibraryState>, id: string): WorkspaceSummary {
    const workspace = library.state.workspaces.find((one) => one.id === id);
    if (!workspace) throw noWorkspace(id);
    return workspace;
  }

  /** The number of its artifacts that each collection shows. The cost depends on the number of links. */
  async function shownOf(
    workspace: string,
    collections: readonly Collection[],
  ): Promise<ReadonlyMap<string, number>> {
    const shown = new Map<string, number>();
    const limit = 500;
    for (const { id, count } of collections) {
      let after: { value: string; id: string } | undefined;
      for (let more = count > 0; more;) {
        const page = await store.list({ workspace, collection: id, order: 'created', limit, after });
        const last = page.at(-1);
        if (page.length > 0) shown.set(id, (shown.get(id) ?? 0) + page.length);
        after = last && { value: last.createdAt, id: last.id };
        more = page.length === limit;
      }
    }
    return shown;
  }

  return {
    async listWorkspaces() {
      const rows = await store.workspaces();
      return { workspaces: rows.map(workspaceSummary) };
    },

    createWorkspace({ title, description }, caller) {
      return ledger.change({}, async () => {
        const library = await ledger.library();
        const row = { id: ports.newId(), title, description, createdAt: ledger.now() };
        const workspace = workspaceSummary(row);
        kernel.create<WorkspaceState>(workspaceUri(row.id), workspaceKindName, {
          id: row.id,
          title,
          ...(description !== undefined && { description }),
          createdAt: row.createdAt,
          counts: { drafts: 0, committed: 0, archived: 0, deleted: 0 },
          artifacts: [],
          types: [],
        });
        ledger.enlist({ kind: 'workspace', row });
        tell(library, { type: 'x-loggia/workspaceSet', workspace }, caller);
        await kernel.settled();
        return { workspace };
      });
    },

    updateWorkspace({ workspace: id, ...given }, caller) {
      return ledger.change({}, async () => {
        const library = await ledger.library();
        const channel = await kernel.load<WorkspaceState>(workspaceUri(id));
        if (!channel) throw noWorkspace(id);
        const before = found(library, id);
        const row = {
          id,
          title: given.title ?? before.title,
          // An empty description removes it.
          description: (given.description ?? before.description) || undefined,
          createdAt: before.createdAt,
        };
        const workspace = workspaceSummary(row);
        const action: WorkspaceAction = {
          type: 'x-loggia/workspaceChanged',
          title: row.title,
          ...(row.description !== undefined && { description: row.description }),
        };
        kernel.append(channel, action, caller);
        tell(library, { type: 'x-loggia/workspaceSet', workspace }, caller);
        ledger.enlist({ kind: 'workspace', row });
        await kernel.settled();
        return { workspace };
      });
    },

    deleteWorkspace({ workspace: id, withContents }, caller) {
      // Exclusively: no artifact may come, go or be linked while they are counted.
      return ledger.changeAlone(async () => {
        const library = await ledger.library();
        const { title } = found(library, id);
        const channel = await kernel.load<WorkspaceState>(workspaceUri(id));
        if (!channel) throw noWorkspace(id);
        if (withContents !== true) assertEmpty(title, channel.state);
        const shown = await shownOf(id, library.state.collections);
        for (const collection of library.state.collections) {
          const gone = shown.get(collection.id);
          if (gone === undefined) continue;
          const count = Math.max(0, collection.count - gone);
          const modifiedAt = ledger.later(collection.modifiedAt);
          ledger.setCollection(library, { ...collection, count, modifiedAt }, caller);
        }
        kernel.remove(workspaceUri(id));
        ledger.enlist({ kind: 'workspaceGone', id });
        tell(library, { type: 'x-loggia/workspaceRemoved', id }, caller);
        await kernel.settled();
        return {};
      });
    },
  };
}

function assertEmpty(title: string, { counts }: WorkspaceState): void {
  const live = counts.drafts + counts.committed + counts.archived;
  if (live > 0) {
    throw invalid(
      `The workspace ${quoted(title)} still has ${live} artifacts. Delete them first, or say "withContents".`,
    );
  }
  if (counts.deleted > 0) {
    throw invalid(
      `The workspace ${quoted(title)} still has ${counts.deleted} artifacts in its trash. Purge them first, or say "withContents".`,
    );
  }
}
