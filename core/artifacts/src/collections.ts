import type { Attribution, Channel } from '@loggia/kernel';
import type { Collection, LibraryAction, LibraryState } from '@loggia/protocol';
import type { ArtifactCommands } from './artifacts.ts';
import { artifactKey, type Ledger } from './ledger.ts';
import type { ArtifactPorts } from './ports.ts';
import { invalid, noCollection } from './refusals.ts';
import { assertWorkable, selection, titles } from './selection.ts';
import type { ArtifactWrite, ListedArtifact } from './store.ts';
import type { Change } from './tally.ts';

type Commands = Pick<
  ArtifactCommands,
  | 'listCollections'
  | 'createCollection'
  | 'updateCollection'
  | 'deleteCollection'
  | 'linkArtifacts'
  | 'unlinkArtifacts'
>;

function collectionKey(id: string): string {
  return `collection ${id}`;
}

function found(library: Channel<LibraryState>, id: string): Collection {
  const collection = library.state.collections.find((one) => one.id === id);
  if (!collection) throw noCollection(id);
  return collection;
}

function assertCommitted(rows: readonly ListedArtifact[]): void {
  const never = rows.filter(({ version }) => version === 0);
  if (never.length === 0) return;
  throw invalid(
    `A collection shows what has been committed, and ${titles(never)} never was. Commit first, then link.`,
  );
}

export function collectionCommands(ports: ArtifactPorts, ledger: Ledger): Commands {
  const { kernel, store } = ports;

  /** Changes which collections these artifacts are in, and returns the updated collection. */
  async function relink(
    id: string,
    changes: readonly Change[],
    writes: readonly ArtifactWrite[],
    from: Attribution,
  ): Promise<{ collection: Collection }> {
    if (changes.length > 0) await ledger.apply({ changes, writes, from });
    return { collection: found(await ledger.library(), id) };
  }

  return {
    async listCollections() {
      const library = await ledger.library();
      return { collections: library.committed.collections };
    },

    createCollection({ title, description }, caller) {
      return ledger.change({}, async () => {
        const library = await ledger.library();
        const at = ledger.now();
        const made: Collection = {
          id: ports.newId(),
          title,
          ...(description !== undefined && { description }),
          createdAt: at,
          modifiedAt: at,
          count: 0,
        };
        const collection = ledger.setCollection(library, made, caller);
        await kernel.settled();
        return { collection };
      });
    },

    updateCollection({ collection: id, title, description }, caller) {
      return ledger.change({ alone: [collectionKey(id)] }, async () => {
        const library = await ledger.library();
        const { description: said, ...before } = found(library, id);
        // An empty description removes it.
        const says = (description ?? said) || undefined;
        const changed: Collection = {
          ...before,
          ...(title !== undefined && { title }),
          ...(says !== undefined && { description: says }),
          modifiedAt: ledger.later(before.modifiedAt),
        };
        const collection = ledger.setCollection(library, changed, caller);
        await kernel.settled();
        return { collection };
      });
    },

    deleteCollection({ collection: id }, caller) {
      return ledger.change({ alone: [collectionKey(id)] }, async () => {
        const library = await ledger.library();
        found(library, id);
        // The cards of its artifacts aren't published again, however many there are: nobody shows a deleted collection.
        const action: LibraryAction = { type: 'x-loggia/collectionRemoved', id };
        kernel.append(library, action, caller);
        ledger.enlist({ kind: 'collectionGone', id });
        await kernel.settled();
        return {};
      });
    },

    linkArtifacts({ collection: id, artifacts }, caller) {
      return ledger.change({ alone: [...artifacts.map(artifactKey), collectionKey(id)] }, async () => {
        found(await ledger.library(), id);
        const rows = await selection(store, artifacts);
        assertWorkable(rows);
        assertCommitted(rows);
        const fresh = rows.filter(({ collections }) => !collections.includes(id));
        const at = ledger.now();
        return relink(
          id,
          fresh.map((row) => ({ before: row, after: { ...row, collections: [...row.collections, id] } })),
          fresh.map((row) => ({ kind: 'link', collection: id, artifact: row.id, at })),
          caller,
        );
      });
    },

    unlinkArtifacts({ collection: id, artifacts }, caller) {
      return ledger.change({ alone: [...artifacts.map(artifactKey), collectionKey(id)] }, async () => {
        found(await ledger.library(), id);
        const rows = await selection(store, artifacts);
        const linked = rows.filter(({ collections }) => collections.includes(id));
        return relink(
          id,
          linked.map((row) => ({
            before: row,
            after: { ...row, collections: row.collections.filter((other) => other !== id) },
          })),
          linked.map((row) => ({ kind: 'unlink', collection: id, artifact: row.id })),
          caller,
        );
      });
    },
  };
}
