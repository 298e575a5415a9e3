import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  artifactKinds,
  createArtifacts,
  createContentStore,
  UntouchedDrafts,
  type Artifacts,
  type Caller,
} from '@loggia/artifacts';
import { artifactsPart, substanceKey, type ArtifactStore } from '@loggia/artifacts/store';
import { Kernel } from '@loggia/kernel';
import { eventLoopScheduler, openSqliteStorage, systemClock } from '@loggia/storage';

export interface OpenWorkspace {
  readonly artifacts: Artifacts;
  readonly store: ArtifactStore;
  readonly kernel: Kernel;
  /** The undelivered events. */
  readonly events: Set<string>;
  close(): Promise<void>;
}

/** Words with a natural distribution: the tenth is used a tenth as often as the first. */
class Vocabulary {
  readonly #words: readonly string[];
  readonly #shares: readonly number[];
  #state = 42;

  constructor(size: number) {
    const syllables = [
      'ar',
      'bel',
      'co',
      'du',
      'em',
      'fri',
      'gal',
      'ho',
      'in',
      'lo',
      'mo',
      'nu',
      'or',
      'pe',
      'ta',
    ];
    const at = (index: number) => syllables[index % syllables.length] ?? '';
    this.#words = Array.from(
      { length: size },
      (_, index) =>
        [index, index * 7 + 3, Math.floor(index / 15)].map(at).join('') + (index >> 8).toString(36),
    );
    let sum = 0;
    this.#shares = this.#words.map((_, index) => (sum += 1 / (index + 10)));
  }

  /** The same sequence in every run. */
  next(): string {
    this.#state = (this.#state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const wanted = (this.#state / 2_147_483_648) * (this.#shares.at(-1) ?? 1);
    return this.#words[this.#shares.findIndex((share) => share >= wanted)] ?? '';
  }

  text(length: number): string {
    return Array.from({ length }, () => this.next()).join(' ');
  }
}

const vocabularySize = 5_000;

/** Typical queries: one word, or two together. */
export function someQueries(count: number): string[] {
  const vocabulary = new Vocabulary(vocabularySize);
  return Array.from({ length: count }, (_, index) => vocabulary.text((index % 2) + 1));
}

/** The service on a directory, without a host around it. */
export async function openDirectory(directory: string): Promise<OpenWorkspace> {
  const storage = openSqliteStorage(path.join(directory, 'loggia.db'));
  const kernel = await Kernel.open({
    store: storage.store,
    kinds: artifactKinds,
    clock: systemClock,
    scheduler: eventLoopScheduler,
  });
  const events = new Set<string>();
  const artifacts = createArtifacts({
    kernel,
    store: storage.artifacts,
    content: await createContentStore(path.join(directory, 'content')),
    clock: systemClock,
    types: {
      resolve: () => ({ known: true, needs: [], validate: () => [], preview: () => undefined }),
      typeForFile: () => 'text/plain',
    },
    untouched: new UntouchedDrafts(() => kernel),
    newId: () => randomUUID(),
    emit: ({ artifact, kind, at }) => ({
      kind: 'event',
      row: {
        id: noted(events, randomUUID()),
        artifact: artifact.id,
        workspace: artifact.workspace,
        type: artifact.type,
        kind,
        at,
        payload: '{}',
        status: 'waiting',
        attempts: 0,
        nextAt: 0,
        reason: undefined,
        server: undefined,
      },
    }),
    report: (problem, error) => console.error(problem, error),
  });
  await artifacts.ensureLibrary();
  return { artifacts, store: storage.artifacts, kernel, events, close: () => kernel.close() };
}

function noted(ids: Set<string>, id: string): string {
  ids.add(id);
  return id;
}

/**
 * A workspace with this many artifacts, of these types in turn, half of them committed, each with this many searchable
 * words. All background work is done.
 */
export async function populate(
  directory: string,
  count: number,
  textLength = 10,
  types: readonly string[] = ['text/plain'],
): Promise<string> {
  const vocabulary = new Vocabulary(vocabularySize);
  const open = await openDirectory(directory);
  const { artifacts, kernel } = open;
  const caller: Caller = { by: 'bench', powers: [], retypes: true };
  const { workspace } = await artifacts.createWorkspace({ title: `With ${count}` }, caller);
  const atOnce = 1000;
  for (let start = 0; start < count; start += atOnce) {
    const made = await Promise.all(
      Array.from({ length: Math.min(atOnce, count - start) }, (_, offset) =>
        artifacts.createArtifact(
          {
            workspace: workspace.id,
            type: types[(start + offset) % types.length] ?? '',
            title: `${vocabulary.text(3)} no${start + offset}`,
            context: { index: start + offset },
          },
          caller,
        ),
      ),
    );
    const ids = made.map(({ artifact }) => artifact.id);
    await artifacts.commitArtifacts(
      { artifacts: ids.filter((_, index) => index % 2 === 0).map((id) => ({ id })), message: 'Half' },
      caller,
    );
    for (const id of ids) {
      const artifact = await open.store.artifact(id);
      const key = artifact ? substanceKey(artifact) : '';
      const row = { artifact: id, key, excerpt: undefined, thumbnail: undefined };
      kernel.enlist(artifactsPart, { kind: 'derived', row, text: vocabulary.text(textLength) });
    }
    for (const id of open.events) kernel.enlist(artifactsPart, { kind: 'eventGone', id });
    open.events.clear();
    await kernel.settled();
  }
  await open.close();
  return workspace.id;
}
