import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { reduceWorkspace, workspaceUri, type WorkspaceAction, type WorkspaceState } from '@loggia/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameSubstance } from './context.ts';

type Deed = { readonly kind: string; readonly at: readonly number[]; readonly word: string };

const kinds = [
  ...[
    'create',
    'create',
    'create',
    'update',
    'update',
    'commit',
    'commit',
    'link',
    'link',
    'unlink',
    'discard',
  ],
  ...['archive', 'unarchive', 'delete', 'undelete', 'purge', 'restore', 'announce', 'deleteWorkspace'],
];
const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  word: fc.constantFrom('red', 'green', 'blue'),
});
/** The deeds of a round run concurrently. */
const rounds = fc.array(fc.array(deed, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 15 });

/** Follows a workspace as a client does. */
class Client {
  #state: WorkspaceState | undefined;

  static async watch(rig: ArtifactRig, workspace: string): Promise<Client> {
    const client = new Client();
    const channel = await rig.kernel.load<WorkspaceState>(workspaceUri(workspace));
    if (!channel) throw new Error('There is no such workspace.');
    client.#state = rig.kernel.subscribe(channel, {
      deliver: ({ action }) => {
        client.#state = client.#state && reduceWorkspace(client.#state, action as WorkspaceAction);
      },
      removed: () => {
        client.#state = undefined;
      },
    }).state;
    return client;
  }

  get state(): WorkspaceState | undefined {
    return this.#state;
  }
}

async function everything(rig: ArtifactRig, workspace: string) {
  const live = (await rig.artifacts.listArtifacts({ workspace, limit: 500 }, me)).artifacts;
  const trash = (await rig.artifacts.listArtifacts({ workspace, deleted: true, limit: 500 }, me)).artifacts;
  const inState = (state: string): number => live.filter((one) => one.state === state).length;
  return {
    live,
    counts: {
      drafts: inState('draft'),
      committed: inState('committed'),
      archived: inState('archived'),
      deleted: trash.length,
    },
  };
}

async function assertConsistent(rig: ArtifactRig, workspaces: Map<string, Client>): Promise<void> {
  const library = await rig.library();
  expect(library.workspaces.map(({ id }) => id).sort()).toEqual(
    (await rig.store.workspaces()).map(({ id }) => id).sort(),
  );
  for (const { id, count } of library.collections) {
    const shown = await rig.artifacts.listArtifacts({ collection: id, limit: 500 }, me);
    expect([count, shown.artifacts.length]).toEqual([await rig.store.countIn(id), count]);
    for (const one of shown.artifacts) {
      const version = await rig.store.version(one.id, one.version);
      expect(one).toMatchObject({ state: 'committed', title: version?.title });
    }
  }
  const isThere = ([id]: [string, Client]): boolean => library.workspaces.some((one) => one.id === id);
  const there = [...workspaces].filter(isThere);
  const gone = [...workspaces].filter((entry) => !isThere(entry));
  expect(gone.flatMap(([, client]) => client.state ?? [])).toEqual([]);
  for (const [workspace, client] of there) {
    const { live, counts } = await everything(rig, workspace);
    const shown = await rig.shown(workspace);
    expect(shown.counts).toEqual(counts);
    expect(shown.artifacts).toEqual(live.filter(({ state }) => state !== 'archived'));
    expect(client.state).toEqual(shown);
    for (const { id, version } of live) {
      const row = await rig.store.artifact(id);
      const head = version === 0 ? undefined : await rig.store.version(id, version);
      expect(row?.dirty).toBe(!(head && row && sameSubstance(head, row)));
    }
  }
}

test('F3: F5 whatever is done in whatever order, at once or not: lists, counts, collections and clients agree', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (plan) => {
      const rig = await ArtifactRig.open();
      const known: string[] = [];
      const watched = new Map<string, Client>();
      const collections: string[] = [];
      for (let count = 0; count < 2; count++) {
        const workspace = await rig.workspace();
        watched.set(workspace, await Client.watch(rig, workspace));
        collections.push((await rig.artifacts.createCollection({ title: 'C' }, me)).collection.id);
      }
      const workspaces = [...watched.keys()];
      const act = async ({ kind, at, word }: Deed): Promise<unknown> => {
        const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? 'none';
        const artifacts = at.map((index) => pick(known, index));
        const [artifact = 'none'] = artifacts;
        const collection = pick(collections, word.length);
        const all = rig.artifacts;
        switch (kind) {
          case 'create': {
            const made = await rig.create(pick(workspaces, word.length), { title: word });
            return known.push(made.id);
          }
          case 'update':
            return all.updateArtifact({ artifact, title: word, context: { word } }, me);
          case 'commit':
            return rig.commit(...artifacts);
          case 'link':
            return all.linkArtifacts({ collection, artifacts }, me);
          case 'unlink':
            return all.unlinkArtifacts({ collection, artifacts }, me);
          case 'discard':
            return all.discardDraft({ artifact }, me);
          case 'archive':
            return all.archiveArtifacts({ artifacts }, me);
          case 'unarchive':
            return all.unarchiveArtifacts({ artifacts }, me);
          case 'delete':
            return all.deleteArtifacts({ artifacts }, me);
          case 'undelete':
            return all.undeleteArtifacts({ artifacts }, me);
          case 'purge':
            return all.purgeArtifacts({ artifacts }, me);
          case 'restore':
            return all.restoreVersion({ artifact, version: 1 }, me);
          case 'announce':
            return all.announce(artifacts);
          default:
            // Rarely, and never the last one.
            return at[0] === 0
              ? all.deleteWorkspace({ workspace: pick(workspaces, 1), withContents: true }, me)
              : 0;
        }
      };
      for (const round of plan) {
        rig.clock.advance(round.length % 2);
        const done = await Promise.allSettled(round.map(act));
        const refused = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
        // Everything refused is refused with a `ProtocolError`.
        expect(refused).toEqual(
          refused.map(() => expect.objectContaining({ name: 'ProtocolError' }) as unknown),
        );
        await assertConsistent(rig, watched);
      }
      const before = [await rig.library(), await rig.shown(workspaces[0] ?? '')];
      await rig.kernel.close();
      const again = await ArtifactRig.open({ directory: rig.directory });
      expect([await again.library(), await again.shown(workspaces[0] ?? '')]).toEqual(before);
      expect(again.problems).toEqual([]);
      await again.close();
      await rig.close();
    }),
    { numRuns: 12 },
  );
});
