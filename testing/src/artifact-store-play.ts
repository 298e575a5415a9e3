import {
  type ArtifactFilter,
  type ArtifactOrder,
  type ArtifactRow,
  type ArtifactStore,
  type ArtifactWrite,
  substanceKey,
} from '@loggia/artifacts/store';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { ArtifactStoreModel, positionIn } from './artifact-store-model.ts';
import {
  artifactRow,
  at,
  collectionWrite,
  commitRow,
  documentRow,
  eventRow,
  versionRow,
  workspaceWrite,
} from './artifact-store-rows.ts';

const workspaces = ['w1', 'w2'];
const collections = ['c1', 'c2'];
const types = ['a/x', 'a/y', 'a+b/x', 'ab/x', 'b/x'];
const words = ['amber', 'basalt', 'cobalt', 'dolomite'];
const hashes = ['h1', 'h2', 'h3', 'h4'];
const ids = ['a', 'b', 'c', 'd', 'e', 'é', '\u{1f600}'];
const orders: readonly ArtifactOrder[] = ['modified', 'created', 'title'];

/** The input of a step: two numbers, and the artifact that the first one selects, if it exists. */
interface Choice {
  readonly which: number;
  readonly how: number;
  readonly id: string;
  readonly row: ArtifactRow | undefined;
  readonly hash: string;
  /** A unique number. */
  readonly count: number;
  readonly model: ArtifactStoreModel;
}

type Verb =
  | 'create'
  | 'retitle'
  | 'rework'
  | 'commit'
  | 'archive'
  | 'delete'
  | 'purge'
  | 'link'
  | 'unlink'
  | 'derive'
  | 'emit'
  | 'deliver'
  | 'park'
  | 'say'
  | 'hush'
  | 'upload'
  | 'attach'
  | 'collect'
  | 'workspaceGone'
  | 'collectionGone';

interface Step {
  readonly verb: Verb;
  readonly which: number;
  readonly how: number;
}

const writesOf: Readonly<Record<Verb, (choice: Choice) => ArtifactWrite[]>> = {
  create({ id, row, which, how, model }) {
    if (row !== undefined) return [];
    const workspace = pick(workspaces, how);
    const known = model.workspaces.has(workspace) ? [] : [workspaceWrite(workspace)];
    const created = artifactRow(id, {
      workspace,
      title: `${how % 2 ? 'Ä' : 'z'} ${pick(words, how)}`,
      type: pick(types, how),
      createdAt: at(which % 3),
      modifiedAt: at(how),
    });
    return [...known, { kind: 'artifact', row: created }];
  },
  retitle: (choice) =>
    changed(choice, { title: `${pick(words, choice.how)} ${choice.how % 3}`, dirty: true }),
  rework: (choice) =>
    changed(choice, {
      type: pick(types, choice.how),
      context: `{"how":${choice.how % 4}}`,
      content: choice.how % 3 === 0 ? undefined : { hash: choice.hash, size: choice.how },
      dirty: true,
    }),
  commit(choice) {
    const { row, count } = choice;
    if (row === undefined) return [];
    const version = row.version + 1;
    const commit = `commit-${count}`;
    const { title, type, context, content } = row;
    return [
      { kind: 'commit', row: commitRow(commit, { workspace: row.workspace }) },
      { kind: 'version', row: versionRow(row.id, version, { commit, title, type, context, content }) },
      ...changed(choice, { version, dirty: false }),
    ];
  },
  archive: (choice) => changed(choice, { archived: choice.how % 2 === 0 }),
  delete: (choice) => changed(choice, { deletedAt: choice.how % 3 === 0 ? undefined : at(choice.how) }),
  purge: ({ id }) => [
    { kind: 'tracesGone', id },
    { kind: 'artifactGone', id },
  ],
  link({ id, how, model }) {
    const collection = pick(collections, how);
    const known = model.collections.has(collection) ? [] : [collectionWrite(collection)];
    return [...known, { kind: 'link', collection, artifact: id, at: at(how) }];
  },
  unlink: ({ id, how }) => [{ kind: 'unlink', collection: pick(collections, how), artifact: id }],
  derive({ id, row, which, how, hash }) {
    const derived = {
      artifact: id,
      key: row !== undefined && how % 3 > 0 ? substanceKey(row) : 'stale',
      excerpt: how % 2 ? `excerpt ${how}` : undefined,
      thumbnail: how % 5 ? undefined : hash,
    };
    return [{ kind: 'derived', row: derived, text: `${pick(words, how)} and ${pick(words, which)}` }];
  },
  emit({ id, how, count }) {
    const event = {
      artifact: id,
      // An artifact has its events in one workspace only.
      workspace: pick(workspaces, ids.indexOf(id)),
      nextAt: how,
      payload: `{"n":${count}}`,
    };
    return [{ kind: 'event', row: eventRow(`e${String(count).padStart(4, '0')}`, event) }];
  },
  deliver: (choice) => [{ kind: 'eventGone', id: someEvent(choice) }],
  park(choice) {
    const { how } = choice;
    const parked = { status: 'parked', reason: 'No.', server: 's' } as const;
    const replayed = { status: 'waiting', attempts: how, nextAt: how, reason: undefined } as const;
    return [{ kind: 'eventChanged', id: someEvent(choice), change: how % 2 === 0 ? parked : replayed }];
  },
  say({ which, how }) {
    const said = {
      parent: pick(['s1', 's2'], how),
      workspace: pick([undefined, ...workspaces], how),
      text: pick(words, how),
      title: pick(words, which),
    };
    return [{ kind: 'document', row: documentRow(`message ${which % 5}`, said) }];
  },
  hush: ({ how }) => [{ kind: 'documentsGone', parent: pick(['s1', 's2'], how) }],
  upload: ({ which, how, hash }) => [{ kind: 'content', hash, size: 10 + how, at: at(which) }],
  attach: ({ which, how, hash }) => [
    { kind: 'attached', chat: pick(['c1', 'c2'], which), hashes: how % 3 ? [hash] : [], at: at(how) },
  ],
  collect: ({ hash }) => [{ kind: 'contentGone', hash }],
  workspaceGone: ({ which }) => [{ kind: 'workspaceGone', id: pick(workspaces, which) }],
  collectionGone: ({ which }) => [{ kind: 'collectionGone', id: pick(collections, which) }],
};

function changed({ row, how }: Choice, changes: Partial<ArtifactRow>): ArtifactWrite[] {
  if (row === undefined) return [];
  const revision = row.revision + 1;
  return [{ kind: 'artifact', row: { ...row, revision, modifiedAt: at(how), ...changes } }];
}

function someEvent({ which, model }: Choice): string {
  return pick([...model.events.map((event) => event.id), 'gone'], which);
}

/** Steps that remove much at once are rare, or there would never be much. */
const rare: readonly Verb[] = ['workspaceGone', 'collectionGone', 'purge', 'hush'];
const verbs = Object.keys(writesOf) as Verb[];

const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...verbs.filter((verb) => !rare.includes(verb))) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
    { weight: 5, arbitrary: fc.constant<Verb>('create') },
  ),
  which: fc.nat(41),
  how: fc.nat(41),
});

/** Transactions of several steps each. */
export const transactions = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 12 });

/** Applies the same steps to a store and to the model, and compares all answers after each transaction. */
export async function playTransactions(
  taken: readonly (readonly Step[])[],
  store: ArtifactStore,
  commit: (writes: readonly ArtifactWrite[]) => Promise<void>,
): Promise<void> {
  const model = new ArtifactStoreModel();
  let count = 0;
  for (const steps of taken) {
    const writes: ArtifactWrite[] = [];
    for (const { verb, which, how } of steps) {
      count += 1;
      const id = pick(ids, which);
      const choice = { which, how, id, row: model.artifacts.get(id), hash: pick(hashes, how), count, model };
      for (const write of writesOf[verb](choice)) {
        model.apply(write);
        writes.push(write);
      }
    }
    await commit(writes);
    await compare(store, model);
  }
}

const filters: readonly ArtifactFilter[] = [
  {},
  { workspace: 'w1' },
  { workspace: 'w2', states: ['draft', 'archived'] },
  { workspace: 'w1', states: [] },
  { workspace: 'w1', types: ['a/*'] },
  { workspace: 'w1', types: ['a/x', 'b/*', 'nothing/*'], states: ['committed'] },
  { workspace: 'w1', types: ['*/*'] },
  { workspace: 'w1', types: [] },
  { types: ['a/x', 'a/*'] },
  { collection: 'c1' },
  { collection: 'c2', workspace: 'w1', types: ['a/*', 'b/x'] },
  { collection: 'nowhere' },
  { workspace: 'nowhere' },
];

async function compare(store: ArtifactStore, model: ArtifactStoreModel): Promise<void> {
  await compareLists(store, model);
  await compareSearch(store, model);
  await compareEvents(store, model);
  for (const id of ids) {
    expect(await store.artifact(id)).toEqual(model.artifacts.get(id));
    const { text: _, ...derived } = model.derived.get(id) ?? { text: '' };
    expect((await store.derived(id)) ?? {}).toEqual(derived);
    const versions = model.versions.filter(({ artifact }) => artifact === id).toReversed();
    expect(await store.versions(id, { limit: 100 })).toEqual(versions);
  }
  const links = [...model.artifacts.keys()].map((id) => [id, model.collectionsOf(id)] as const);
  expect(await store.linksOf(ids)).toEqual(new Map(links));
  for (const workspace of workspaces) {
    const commits = model.commits.filter((commit) => commit.workspace === workspace).toReversed();
    expect(await store.commits(workspace, { limit: 100 })).toEqual(commits);
  }
  for (const collection of collections) {
    expect(await store.countIn(collection)).toBe(model.shownIn(collection).length);
  }
  expect(await store.underived(100)).toEqual(model.underived());
  expect(await store.unusedContent(at(20), 100)).toEqual(model.unusedContent(at(20)));
  for (const hash of hashes) {
    expect((await store.content(hash))?.size).toEqual(model.contents.get(hash)?.size);
  }
}

async function compareLists(store: ArtifactStore, model: ArtifactStoreModel): Promise<void> {
  for (const filter of filters) {
    for (const order of orders) {
      for (const deleted of [false, true]) {
        const query = { ...filter, order, deleted };
        const whole = model.list(query);
        expect(await store.list({ ...query, limit: 100 })).toEqual(whole);
        const middle = whole[Math.floor(whole.length / 2)];
        if (middle === undefined) continue;
        const after = positionIn(order, middle);
        expect(await store.list({ ...query, after, limit: 2 })).toEqual(
          whole.slice(whole.indexOf(middle) + 1).slice(0, 2),
        );
      }
    }
  }
}

async function compareSearch(store: ArtifactStore, model: ArtifactStoreModel): Promise<void> {
  for (const word of words) {
    for (const filter of filters) {
      const found = await store.search({ ...filter, match: word, offset: 0, limit: 100 });
      const refs = found.map((row) =>
        row.found.kind === 'artifact' ? row.found.id : (JSON.parse(row.found.data) as { ref: string }).ref,
      );
      expect(refs.toSorted()).toEqual(model.holding(word, filter).toSorted());
    }
  }
}

async function compareEvents(store: ArtifactStore, model: ArtifactStoreModel): Promise<void> {
  const queries = [
    {},
    { status: 'parked' },
    { workspace: 'w1' },
    { workspace: 'w2', status: 'waiting' },
  ] as const;
  for (const query of [...queries, { artifact: 'a' }, { artifact: 'b', status: 'waiting' } as const]) {
    const whole = model.eventsFor(query);
    expect(await store.events({ ...query, limit: 100 })).toEqual(whole);
    const first = whole[0];
    if (first === undefined) continue;
    expect(await store.events({ ...query, after: first.id, limit: 2 })).toEqual(whole.slice(1, 3));
  }
  const waiting = model.firstWaiting();
  expect(await store.dueEvents(20, 3)).toEqual(waiting.filter(({ nextAt }) => nextAt <= 20).slice(0, 3));
  expect(await store.nextEventAt()).toBe(waiting[0]?.nextAt);
}

function pick<T>(choices: readonly T[], index: number): T {
  return choices[index % choices.length] as T;
}
