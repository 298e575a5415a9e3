import { type ArtifactStore, artifactsPart, type ArtifactWrite, substanceKey } from '@loggia/artifacts/store';
import type { Batch, Store } from '@loggia/kernel';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playTransactions, transactions } from './artifact-store-play.ts';
import {
  artifactRow,
  artifactWrite,
  at,
  collectionWrite,
  commitRow,
  documentRow,
  eventRow,
  versionRow,
  workspaceWrite,
} from './artifact-store-rows.ts';
import { nothing } from './store-contract.ts';

interface Storage {
  readonly store: Store;
  readonly artifacts: ArtifactStore;
}

/** A location that survives closing the storage. */
export interface StorageLocation {
  open(): Storage;
  dispose(): Promise<void>;
}

/** A batch with only these writes. */
export function batchOf(...writes: readonly ArtifactWrite[]): Batch {
  return { ...nothing, partWrites: writes.map((write) => ({ part: artifactsPart, write })) };
}

/** The contract of every artifact store. */
export function describeArtifactStoreContract(
  name: string,
  setUp: () => Promise<StorageLocation>,
  options: { readonly plays: number },
): void {
  describe(`artifact store contract: ${name}`, () => {
    let location: StorageLocation;
    let storage: Storage;
    let artifacts: ArtifactStore;

    const open = (): void => {
      storage = location.open();
      artifacts = storage.artifacts;
    };

    beforeEach(async () => {
      location = await setUp();
      open();
    });

    afterEach(async () => {
      await storage.store.close();
      await location.dispose();
    });

    const commit = (...writes: ArtifactWrite[]): Promise<void> => storage.store.commit(batchOf(...writes));

    const reopen = async (): Promise<void> => {
      await storage.store.close();
      open();
    };

    const found = async (match: string, filter: Partial<Parameters<ArtifactStore['search']>[0]> = {}) => {
      const rows = await artifacts.search({ match, offset: 0, limit: 50, ...filter });
      return rows.map((row) => (row.found.kind === 'artifact' ? row.found.id : row.found.data));
    };

    const listedIds = async (query: Partial<Parameters<ArtifactStore['list']>[0]>) => {
      const rows = await artifacts.list({ order: 'modified', limit: 50, ...query });
      return rows.map(({ id }) => id);
    };

    test('ST16: what rides in a batch is stored with all else in it, or not at all', async () => {
      const record = { namespace: 'n', key: 'k', json: '1' };
      const put = (...writes: ArtifactWrite[]): Batch => ({
        ...batchOf(...writes),
        records: [record],
        lastSeq: 3,
      });
      const twice: ArtifactWrite = { kind: 'event', row: eventRow('e') };
      const refused = put(workspaceWrite('w'), artifactWrite('a', { title: 'amber' }), twice, twice);
      await expect(storage.store.commit(refused)).rejects.toThrow(Error);
      const foreign = { ...put(workspaceWrite('w')), partWrites: [{ part: 'nobody', write: {} }] };
      await expect(storage.store.commit(foreign)).rejects.toThrow('nobody');
      expect(await artifacts.workspaces()).toEqual([]);
      expect(await artifacts.artifact('a')).toBeUndefined();
      expect(await artifacts.events({ limit: 10 })).toEqual([]);
      expect(await storage.store.readRecord('n', 'k')).toBeUndefined();
      expect(await found('amber')).toEqual([]);

      await storage.store.commit(put(workspaceWrite('w'), artifactWrite('a', { title: 'amber' }), twice));
      await reopen();
      expect(await artifacts.artifact('a')).toEqual(artifactRow('a', { title: 'amber' }));
      expect(await storage.store.readRecord('n', 'k')).toBe('1');
      expect(await storage.store.position()).toMatchObject({ lastSeq: 3 });
      expect(await found('amber')).toEqual(['a']);
    });

    test('ST16: an artifact needs its workspace, and a version its artifact', async () => {
      await expect(commit(artifactWrite('a'))).rejects.toThrow('There is no workspace w');
      await expect(commit({ kind: 'version', row: versionRow('a', 1) })).rejects.toThrow(
        'There is no artifact a',
      );
    });

    test('ST17: what was written is read as it was, also after reopening', async () => {
      const workspace = { id: 'w', title: 'Wörk', description: 'of art', createdAt: at(1) };
      const collection = { ...workspace, id: 'c', modifiedAt: at(2) };
      const row = artifactRow('a', {
        content: { hash: 'h', size: 5_000_000_000 },
        context: '{"deep":{"n":[1,"ü"]}}',
        archived: true,
        dirty: false,
        revision: 7,
        version: 2,
        deletedAt: at(9),
      });
      const version = versionRow('a', 1, { content: { hash: 'h', size: 0 }, context: '{"old":1}' });
      const made = commitRow('commit-1', { message: 'A long\nmessage' });
      const event = eventRow('e', { nextAt: 8.64e15, reason: 'Not yet.', server: 's', payload: '{"x":"y"}' });
      const capability = { key: 'k', result: '{"text":"t"}', at: at(3) };
      await commit(
        { kind: 'workspace', row: workspace },
        { kind: 'collection', row: collection },
        { kind: 'content', hash: 'h', size: 5_000_000_000, at: at(0) },
        { kind: 'artifact', row },
        { kind: 'commit', row: made },
        { kind: 'version', row: version },
        { kind: 'event', row: event },
        { kind: 'capability', row: { ...capability, result: '{}' } },
        { kind: 'capability', row: capability },
      );
      await reopen();
      expect(await artifacts.workspace('w')).toEqual(workspace);
      expect(await artifacts.workspaces()).toEqual([workspace]);
      expect(await artifacts.collection('c')).toEqual(collection);
      expect(await artifacts.collections()).toEqual([collection]);
      expect(await artifacts.artifact('a')).toEqual(row);
      expect(await artifacts.version('a', 1)).toEqual(version);
      expect(await artifacts.commits('w', { limit: 10 })).toEqual([made]);
      expect(await artifacts.versionsOf('commit-1', 10)).toEqual([
        { artifact: 'a', version: 1, title: version.title },
      ]);
      expect(await artifacts.event('e')).toEqual(event);
      expect(await artifacts.capability('k')).toEqual(capability);
      expect(await artifacts.content('h')).toEqual({ size: 5_000_000_000 });
    });

    test('ST17: what is not there is undefined', async () => {
      expect(await artifacts.workspace('w')).toBeUndefined();
      expect(await artifacts.collection('c')).toBeUndefined();
      expect(await artifacts.artifact('a')).toBeUndefined();
      expect(await artifacts.version('a', 1)).toBeUndefined();
      expect(await artifacts.event('e')).toBeUndefined();
      expect(await artifacts.derived('a')).toBeUndefined();
      expect(await artifacts.capability('k')).toBeUndefined();
      expect(await artifacts.content('h')).toBeUndefined();
      expect(await artifacts.countIn('c')).toBe(0);
      expect(await artifacts.nextEventAt()).toBeUndefined();
    });

    test('ST17: what is written again replaces what was there', async () => {
      await commit(workspaceWrite('w'), collectionWrite('c'), artifactWrite('a'));
      const renamed = { id: 'w', title: 'New', description: 'd', createdAt: at(0) };
      const changed = artifactRow('a', { title: 'New', revision: 2 });
      await commit(
        { kind: 'workspace', row: renamed },
        { kind: 'collection', row: { ...renamed, id: 'c', modifiedAt: at(5) } },
        { kind: 'artifact', row: changed },
      );
      expect(await artifacts.workspaces()).toEqual([renamed]);
      expect(await artifacts.collections()).toEqual([{ ...renamed, id: 'c', modifiedAt: at(5) }]);
      expect(await artifacts.listed(['b', 'a'])).toEqual([
        { ...changed, collections: [], excerpt: undefined, thumbnail: undefined },
      ]);
    });

    test('ST17: versions and commits are read newest first, by the page', async () => {
      const versions = [1, 2, 3, 4].map((version) => versionRow('a', version));
      await commit(
        workspaceWrite('w'),
        artifactWrite('a'),
        ...versions.flatMap((row): ArtifactWrite[] => [
          { kind: 'commit', row: commitRow(row.commit) },
          { kind: 'version', row },
        ]),
        { kind: 'commit', row: commitRow('elsewhere', { workspace: 'other' }) },
      );
      const numbers = async (page: { before?: number; limit: number }) =>
        (await artifacts.versions('a', page)).map(({ version }) => version);
      expect(await numbers({ limit: 2 })).toEqual([4, 3]);
      expect(await numbers({ before: 3, limit: 5 })).toEqual([2, 1]);
      const commits = async (page: { after?: string; limit: number }) =>
        (await artifacts.commits('w', page)).map(({ id }) => id);
      expect(await commits({ limit: 3 })).toEqual(['commit-4', 'commit-3', 'commit-2']);
      expect(await commits({ after: 'commit-2', limit: 3 })).toEqual(['commit-1']);
    });

    test('ST17: of a commit as much is named as was asked for, in the order in which it was made', async () => {
      const ids = ['c', 'a', 'b'];
      await commit(
        workspaceWrite('w'),
        ...ids.map((id) => artifactWrite(id)),
        ...ids.map((id): ArtifactWrite => ({ kind: 'version', row: versionRow(id, 1) })),
      );
      const named = await artifacts.versionsOf('commit-1', 2);
      expect(named.map(({ artifact }) => artifact)).toEqual(['c', 'a']);
    });

    test('ST17: a version is written once', async () => {
      await commit(workspaceWrite('w'), artifactWrite('a'), { kind: 'version', row: versionRow('a', 1) });
      await expect(commit({ kind: 'version', row: versionRow('a', 1, { title: 'New' }) })).rejects.toThrow(
        Error,
      );
      expect(await artifacts.version('a', 1)).toEqual(versionRow('a', 1));
    });

    test('ST18: titles are listed from A to Z in any case, and other orders from the newest on', async () => {
      const titles = ['beta', 'Alpha', 'ALPHA', 'Émile', '', 'zeta'];
      await commit(
        workspaceWrite('w'),
        ...titles.map((title, index) =>
          artifactWrite(`a${index}`, { title, modifiedAt: at(index % 3), createdAt: at(-index) }),
        ),
      );
      expect(await listedIds({ order: 'title' })).toEqual(['a4', 'a1', 'a2', 'a0', 'a5', 'a3']);
      expect(await listedIds({ order: 'modified' })).toEqual(['a5', 'a2', 'a4', 'a1', 'a3', 'a0']);
      expect(await listedIds({ order: 'created' })).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5']);
      // The title as shown, not the sort key.
      expect(await listedIds({ order: 'title', after: { value: 'ALPHA', id: 'a2' } })).toEqual([
        'a0',
        'a5',
        'a3',
      ]);
      expect(await listedIds({ limit: 0 })).toEqual([]);
    });

    test('ST18: pages make up the whole list, also while what they end at goes away', async () => {
      const count = 60;
      const rows = Array.from({ length: count }, (_, index) =>
        artifactWrite(`a${index}`, {
          modifiedAt: at(Math.floor(index / 7)),
          type: `a/${index % 3}`,
          dirty: index % 2 === 0,
          archived: index % 5 === 0,
        }),
      );
      await commit(workspaceWrite('w'), ...rows);
      const whole = await listedIds({ workspace: 'w', limit: count });
      expect(new Set(whole).size).toBe(count);
      const paged: string[] = [];
      for (let after: { value: string; id: string } | undefined; ;) {
        const page = await artifacts.list({ workspace: 'w', order: 'modified', limit: 7, after });
        paged.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (last === undefined) break;
        after = { value: last.modifiedAt, id: last.id };
        await commit({ kind: 'artifactGone', id: last.id });
      }
      expect(paged).toEqual(whole);
    });

    test('ST18: a category with more types than are worth looking up is listed all the same', async () => {
      const rows = Array.from({ length: 150 }, (_, index) =>
        artifactWrite(`a${index}`, { type: `${index % 3 ? 'a' : 'b'}/${index}`, modifiedAt: at(index) }),
      );
      await commit(workspaceWrite('w'), ...rows);
      expect(await listedIds({ workspace: 'w', types: ['a/*'], limit: 4 })).toEqual([
        'a149',
        'a148',
        'a146',
        'a145',
      ]);
      expect(await listedIds({ workspace: 'w', types: ['b/*'], limit: 2 })).toEqual(['a147', 'a144']);
    });

    test('ST19: a collection shows what was committed once and is neither archived nor deleted', async () => {
      await commit(
        workspaceWrite('w'),
        collectionWrite('c'),
        collectionWrite('b'),
        artifactWrite('a'),
        { kind: 'link', collection: 'c', artifact: 'a', at: at(0) },
        { kind: 'link', collection: 'c', artifact: 'a', at: at(1) },
        { kind: 'link', collection: 'b', artifact: 'a', at: at(2) },
      );
      const shown = async () => [await listedIds({ collection: 'c' }), await artifacts.countIn('c')];
      expect(await shown()).toEqual([[], 0]);
      const steps = [
        { changes: { version: 1, dirty: true }, isShown: true },
        { changes: { version: 1, dirty: false }, isShown: true },
        { changes: { version: 1, dirty: true }, isShown: true },
        { changes: { version: 1, archived: true }, isShown: false },
        { changes: { version: 1 }, isShown: true },
        { changes: { version: 1, deletedAt: at(1) }, isShown: false },
        { changes: { version: 1 }, isShown: true },
      ];
      for (const { changes, isShown } of steps) {
        await commit(artifactWrite('a', changes));
        expect(await shown()).toEqual(isShown ? [['a'], 1] : [[], 0]);
        expect(await artifacts.linksOf(['a', 'gone'])).toEqual(new Map([['a', ['b', 'c']]]));
      }
      await commit({ kind: 'unlink', collection: 'c', artifact: 'a' });
      expect(await shown()).toEqual([[], 0]);
      expect(await listedIds({ collection: 'b' })).toEqual(['a']);
      await commit({ kind: 'collectionGone', id: 'b' });
      expect(await artifacts.linksOf(['a'])).toEqual(new Map([['a', []]]));
    });

    test('ST19: a link to what has gone meanwhile goes with it', async () => {
      await commit(workspaceWrite('w'), collectionWrite('c'), artifactWrite('a', { version: 1 }));
      await commit(
        { kind: 'collectionGone', id: 'c' },
        { kind: 'link', collection: 'c', artifact: 'a', at: at(0) },
        { kind: 'artifactGone', id: 'a' },
        { kind: 'link', collection: 'c', artifact: 'a', at: at(0) },
        {
          kind: 'derived',
          row: { artifact: 'a', key: 'k', excerpt: 'x', thumbnail: undefined },
          text: 'amber',
        },
      );
      expect(await artifacts.collections()).toEqual([]);
      expect(await found('amber')).toEqual([]);
    });

    test('ST20: of each artifact the first event is due, and one that is parked holds the rest back', async () => {
      await commit(
        { kind: 'event', row: eventRow('e1', { artifact: 'a', nextAt: 50 }) },
        { kind: 'event', row: eventRow('e2', { artifact: 'a', nextAt: 0 }) },
        { kind: 'event', row: eventRow('e3', { artifact: 'b', nextAt: 10 }) },
        { kind: 'event', row: eventRow('e4', { artifact: 'c', status: 'parked' }) },
        { kind: 'event', row: eventRow('e5', { artifact: 'c' }) },
      );
      const due = async (now: number, limit = 10) =>
        (await artifacts.dueEvents(now, limit)).map(({ id }) => id);
      expect([await due(9), await due(10), await due(50), await due(50, 1)]).toEqual([
        [],
        ['e3'],
        ['e3', 'e1'],
        ['e3'],
      ]);
      expect(await artifacts.nextEventAt()).toBe(10);
      await commit({ kind: 'eventGone', id: 'e1' }, { kind: 'eventGone', id: 'e3' });
      expect(await due(0)).toEqual(['e2']);
      await commit({ kind: 'eventChanged', id: 'e4', change: { status: 'waiting', nextAt: 5, attempts: 3 } });
      expect([await due(5), await artifacts.nextEventAt()]).toEqual([['e2', 'e4'], 0]);
      await commit({ kind: 'eventGone', id: 'e2' }, { kind: 'eventGone', id: 'e4' });
      expect([await due(0), await artifacts.nextEventAt()]).toEqual([['e5'], 0]);
      await commit({ kind: 'eventChanged', id: 'e5', change: { status: 'parked' } });
      expect([await due(99), await artifacts.nextEventAt()]).toEqual([[], undefined]);
    });

    test('ST20: events are listed in the order of their emission, also behind one that was taken', async () => {
      const ids = ['e1', 'e2', 'e3', 'e4', 'e5'];
      await commit(...ids.map((id): ArtifactWrite => ({ kind: 'event', row: eventRow(id) })));
      const behind = async (after: string) =>
        (await artifacts.events({ workspace: 'w', after, limit: 2 })).map(({ id }) => id);
      expect(await behind('e2')).toEqual(['e3', 'e4']);
      await commit({ kind: 'eventGone', id: 'e2' }, { kind: 'eventGone', id: 'e5' });
      expect([await behind('e2'), await behind('e4'), await behind('e5')]).toEqual([['e3', 'e4'], [], []]);
    });

    test('ST20: events outlive their artifact, and go with their workspace', async () => {
      await commit(workspaceWrite('w'), artifactWrite('a'), { kind: 'event', row: eventRow('e') });
      await commit({ kind: 'artifactGone', id: 'a' });
      expect(await artifacts.events({ limit: 10 })).toEqual([eventRow('e')]);
      await commit({ kind: 'workspaceGone', id: 'w' });
      expect(await artifacts.events({ limit: 10 })).toEqual([]);
    });

    test('ST21: an artifact is to be derived from whenever its substance is another, and not in the trash', async () => {
      const row = artifactRow('b', { content: { hash: 'h', size: 1 } });
      const derived = { artifact: 'b', key: substanceKey(row), excerpt: 'Once', thumbnail: 't' };
      await commit(workspaceWrite('w'), artifactWrite('a'), { kind: 'artifact', row }, artifactWrite('c'));
      const due = async (limit = 10, after?: string) =>
        (await artifacts.underived(limit, after)).map(({ id }) => id);
      expect([await due(), await due(2), await due(2, 'b')]).toEqual([['a', 'b', 'c'], ['a', 'b'], ['c']]);
      await commit(
        { kind: 'derived', row: derived, text: 'amber' },
        artifactWrite('c', { deletedAt: at(1) }),
      );
      expect(await due()).toEqual(['a']);
      expect(await artifacts.derived('b')).toEqual(derived);
      expect(await artifacts.listed(['b'])).toMatchObject([{ excerpt: 'Once', thumbnail: 't' }]);
      await commit({ kind: 'artifact', row: { ...row, title: 'New', archived: true, revision: 2 } });
      expect(await due()).toEqual(['a']);
      for (const change of [{ type: 'b/x' }, { context: '{"x":1}' }, { content: undefined }]) {
        await commit({ kind: 'artifact', row: { ...row, ...change } });
        expect(await due()).toEqual(['a', 'b']);
        await commit({ kind: 'artifact', row });
        expect(await due()).toEqual(['a']);
      }
    });

    const derive = (artifact: string, text: string): ArtifactWrite => ({
      kind: 'derived',
      row: { artifact, key: 'k', excerpt: undefined, thumbnail: undefined },
      text,
    });

    test('ST22: words are found in titles and texts, a title counts for more, and matches are marked', async () => {
      await commit(
        workspaceWrite('w'),
        artifactWrite('in-text', { title: 'Something' }),
        artifactWrite('in-title', { title: 'The Amber room' }),
        derive('in-text', 'Nothing but amber here'),
        derive('in-title', 'And nothing of it here'),
        { kind: 'document', row: documentRow('m', { title: 'Talk', text: 'I like ÄMBER', at: at(7) }) },
        { kind: 'document', row: documentRow('n', { title: 'Talk', text: 'of something else' }) },
        { kind: 'document', row: documentRow('o', { title: 'Talk', text: 'of nothing at all' }) },
      );
      const rows = await artifacts.search({ match: 'amber', offset: 0, limit: 10 });
      expect(rows.map((row) => row.found)).toEqual([
        { kind: 'artifact', id: 'in-title' },
        { kind: 'message', data: '{"ref":"m"}', at: at(7) },
        { kind: 'artifact', id: 'in-text' },
      ]);
      expect(rows.map(({ title }) => title)).toEqual(['The \u0001Amber\u0002 room', 'Talk', 'Something']);
      expect(rows[1]?.snippet).toBe('I like \u0001ÄMBER\u0002');
      const scores = rows.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(await found('am*')).toHaveLength(3);
      expect(await found('"amber room"')).toEqual(['in-title']);
    });

    test('ST22: pages of equals neither overlap nor leave any out', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `a${index}`);
      await commit(workspaceWrite('w'), ...ids.map((id) => artifactWrite(id, { title: 'amber' })));
      const whole = await found('amber');
      expect(whole.toSorted()).toEqual(ids.toSorted());
      const paged: string[] = [];
      for (let offset = 0; offset < 20; offset += 3)
        paged.push(...(await found('amber', { offset, limit: 3 })));
      expect(paged).toEqual(whole);
    });

    test('ST22: text stays findable while other things change, and what is deleted is not found until it is back', async () => {
      await commit(workspaceWrite('w'), artifactWrite('a', { title: 'amber' }), derive('a', 'basalt'));
      await commit(artifactWrite('a', { title: 'cobalt', archived: true }));
      expect([await found('amber'), await found('basalt'), await found('cobalt')]).toEqual([
        [],
        ['a'],
        ['a'],
      ]);
      await commit(artifactWrite('a', { title: 'dolomite', deletedAt: at(1) }));
      await commit(derive('a', 'emerald'));
      expect([await found('basalt'), await found('dolomite'), await found('emerald')]).toEqual([[], [], []]);
      await commit(artifactWrite('a', { title: 'dolomite' }));
      expect([await found('basalt'), await found('dolomite'), await found('emerald')]).toEqual([
        [],
        ['a'],
        ['a'],
      ]);
    });

    test('ST22: filters narrow what is found; those that only artifacts can meet leave messages out', async () => {
      await commit(
        workspaceWrite('w'),
        workspaceWrite('v'),
        collectionWrite('c'),
        artifactWrite('draft', { title: 'amber', type: 'a/x', modifiedAt: at(1) }),
        artifactWrite('committed', {
          title: 'amber',
          type: 'a/y',
          dirty: false,
          version: 1,
          modifiedAt: at(2),
        }),
        artifactWrite('archived', {
          title: 'amber',
          type: 'ab/x',
          archived: true,
          workspace: 'v',
          modifiedAt: at(3),
        }),
        { kind: 'link', collection: 'c', artifact: 'committed', at: at(0) },
        { kind: 'link', collection: 'c', artifact: 'draft', at: at(0) },
        {
          kind: 'document',
          row: documentRow('m', { text: 'amber', workspace: 'v', at: at(4), data: 'message' }),
        },
      );
      const sorted = async (filter: Parameters<typeof found>[1]) => (await found('amber', filter)).toSorted();
      expect(await sorted({})).toEqual(['archived', 'committed', 'draft', 'message']);
      expect(await sorted({ kinds: ['message'] })).toEqual(['message']);
      expect(await sorted({ kinds: ['artifact'] })).toEqual(['archived', 'committed', 'draft']);
      expect(await sorted({ kinds: [] })).toEqual([]);
      expect(await sorted({ workspace: 'v' })).toEqual(['archived', 'message']);
      expect(await sorted({ states: ['draft', 'archived'] })).toEqual(['archived', 'draft']);
      expect(await sorted({ types: ['a/*'] })).toEqual(['committed', 'draft']);
      expect(await sorted({ types: ['a/y', 'ab/*'] })).toEqual(['archived', 'committed']);
      expect(await sorted({ collection: 'c' })).toEqual(['committed']);
      expect(await sorted({ since: at(2), until: at(3) })).toEqual(['archived', 'committed']);
      expect(await sorted({ kinds: ['message'], types: ['a/*'] })).toEqual([]);
    });

    test('ST22: marks in a text are not mistaken for ours, and nothing cuts it short', async () => {
      const hostile = 'be\u0001fore \u0000 \u0002amber\u0001 <b>';
      await commit(workspaceWrite('w'), artifactWrite('a', { title: '\u0001x' }), derive('a', hostile));
      const [row] = await artifacts.search({ match: 'amber', offset: 0, limit: 1 });
      expect(row).toMatchObject({ title: ' x', snippet: 'be fore    \u0001amber\u0002  <b>' });
    });

    test('ST22: a document is replaced by its ref and goes with its parent or its workspace', async () => {
      await commit(
        { kind: 'document', row: documentRow('m', { text: 'amber' }) },
        { kind: 'document', row: documentRow('n', { text: 'amber', parent: 'other', workspace: 'w' }) },
      );
      await commit({ kind: 'document', row: documentRow('m', { text: 'basalt', data: 'new' }) });
      expect([await found('amber'), await found('basalt')]).toEqual([['{"ref":"n"}'], ['new']]);
      await commit({ kind: 'documentsGone', parent: 'session' });
      expect(await found('basalt')).toEqual([]);
      await commit({ kind: 'workspaceGone', id: 'w' });
      expect(await found('amber')).toEqual([]);
    });

    test('ST24: bytes are unused when no artifact, version or picture names them any more', async () => {
      const content = (hash: string, seconds = 0): ArtifactWrite => ({
        kind: 'content',
        hash,
        size: 1,
        at: at(seconds),
      });
      const unused = () => artifacts.unusedContent(at(5), 10);
      await commit(workspaceWrite('w'), content('h1'), content('h2'), content('h3'), content('young', 9));
      expect(await unused()).toEqual(['h1', 'h2', 'h3']);
      expect(await artifacts.unusedContent(at(5), 1, 'h1')).toEqual(['h2']);
      await commit(
        artifactWrite('a', { content: { hash: 'h1', size: 1 } }),
        { kind: 'version', row: versionRow('a', 1, { content: { hash: 'h2', size: 1 } }) },
        { kind: 'derived', row: { artifact: 'a', key: 'k', excerpt: undefined, thumbnail: 'h3' }, text: '' },
      );
      expect(await unused()).toEqual([]);
      await commit(artifactWrite('a', { content: { hash: 'h2', size: 1 } }));
      expect(await unused()).toEqual(['h1']);
      // After a rewrite, it counts as about to be used.
      await commit(content('h1', 9));
      expect(await unused()).toEqual([]);
      await commit({ kind: 'artifactGone', id: 'a' });
      expect(await unused()).toEqual(['h2', 'h3']);
      await commit({ kind: 'contentGone', hash: 'h2' });
      expect(await artifacts.content('h2')).toBeUndefined();
      expect(await unused()).toEqual(['h3']);
    });

    test('ST24: bytes that messages of a chat name are in use, and young when the chat lets go of them', async () => {
      const content = (hash: string): ArtifactWrite => ({ kind: 'content', hash, size: 1, at: at(0) });
      const attached = (chat: string, hashes: string[], seconds: number): ArtifactWrite => ({
        kind: 'attached',
        chat,
        hashes,
        at: at(seconds),
      });
      await commit(
        content('h1'),
        content('h2'),
        attached('c', ['h1', 'h2', 'h1'], 1),
        attached('d', ['h1'], 1),
      );
      expect(await artifacts.unusedContent(at(5), 10)).toEqual([]);
      await commit(attached('c', ['h1'], 3));
      expect(await artifacts.unusedContent(at(3), 10)).toEqual([]);
      expect(await artifacts.unusedContent(at(4), 10)).toEqual(['h2']);
      await commit(attached('c', [], 3));
      expect(await artifacts.unusedContent(at(9), 10)).toEqual(['h2']);
      await commit(attached('d', [], 3));
      expect(await artifacts.unusedContent(at(9), 10)).toEqual(['h1', 'h2']);
    });

    test('ST24: bytes that are named before they are written are in use all the same', async () => {
      await commit(workspaceWrite('w'), artifactWrite('a', { content: { hash: 'h', size: 1 } }));
      expect(await artifacts.content('h')).toBeUndefined();
      await commit({ kind: 'content', hash: 'h', size: 1, at: at(0) });
      expect(await artifacts.content('h')).toEqual({ size: 1 });
      expect(await artifacts.unusedContent(at(5), 10)).toEqual([]);
    });

    test(
      'ST25: whatever is written, it answers like one that looks at everything',
      { timeout: 120_000 },
      async () => {
        const played = fc.asyncProperty(transactions, async (taken) => {
          const fresh = await setUp();
          const opened = fresh.open();
          try {
            const write = (writes: readonly ArtifactWrite[]) => opened.store.commit(batchOf(...writes));
            await playTransactions(taken, opened.artifacts, write);
          } finally {
            await opened.store.close();
            await fresh.dispose();
          }
        });
        await expect(fc.assert(played, { numRuns: options.plays })).resolves.toBeUndefined();
      },
    );
  });
}
