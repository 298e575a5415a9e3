import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { artifactKinds, createArtifacts, createContentStore, type Artifacts } from '@loggia/artifacts';
import type { ArtifactStore } from '@loggia/artifacts/store';
import { Kernel } from '@loggia/kernel';
import { eventLoopScheduler, openSqliteStorage, systemClock } from '@loggia/storage';

export interface OpenWorkspace {
  readonly artifacts: Artifacts;
  readonly store: ArtifactStore;
  readonly kernel: Kernel;
  close(): Promise<void>;
}

const words = [
  'aqueduct',
  'arcade',
  'brick',
  'capital',
  'column',
  'dome',
  'frieze',
  'loggia',
  'portico',
  'vault',
];

/** Titles and texts that read like ones: common words in many, and one that only every thousandth has. */
function titleOf(index: number): string {
  const at = (step: number) => words[(index * 7 + step * 13) % words.length];
  return `${at(1)} ${at(2)} ${index}${index % 1000 === 500 ? ' obelisk' : ''}`;
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
  const artifacts = createArtifacts({
    kernel,
    store: storage.artifacts,
    content: await createContentStore(path.join(directory, 'content')),
    clock: systemClock,
    types: {
      resolve: () => ({ known: true, validate: () => [], preview: () => undefined }),
      typeForFile: () => 'text/plain',
    },
    newId: () => randomUUID(),
    emit: ({ artifact, kind, at }) => ({
      kind: 'event',
      row: {
        id: randomUUID(),
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
  return { artifacts, store: storage.artifacts, kernel, close: () => kernel.close() };
}

/** A workspace with so many artifacts, half of them committed, each with a little text to be found by. */
export async function populate(directory: string, count: number): Promise<string> {
  const open = await openDirectory(directory);
  const { artifacts, kernel } = open;
  const caller = { by: 'bench' };
  const { workspace } = await artifacts.createWorkspace({ title: `With ${count}` }, caller);
  const atOnce = 1000;
  for (let start = 0; start < count; start += atOnce) {
    const made = await Promise.all(
      Array.from({ length: Math.min(atOnce, count - start) }, (_, offset) =>
        artifacts.createArtifact(
          {
            workspace: workspace.id,
            type: 'text/plain',
            title: titleOf(start + offset),
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
  }
  await kernel.settled();
  await open.close();
  return workspace.id;
}
