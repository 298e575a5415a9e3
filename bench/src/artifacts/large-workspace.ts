import type { AhpClient } from '@loggia/client';
import { extensionReducer, workspaceUri, type Artifact, type ArtifactSummary } from '@loggia/protocol';
import { atRest } from '../hosts/cpu-time.ts';
import { startHost } from '../hosts/running-host.ts';
import type { Benchmark, Result } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { populate } from './populate.ts';

const many = 100_000;
const few = 1_000;
const rounds = 15;
const bound = { unit: 'ms', bound: '<=', target: 1.5 } as const;

interface Page {
  readonly artifacts: ArtifactSummary[];
  readonly nextCursor?: string;
}

/** A workspace of that size on a real host, and a user's actions in it. */
class Workspace {
  readonly #client: AhpClient;
  readonly #id: string;
  #edits = 0;

  constructor(client: AhpClient, id: string) {
    this.#client = client;
    this.#id = id;
  }

  /** Until it is on the screen. */
  async open(): Promise<number> {
    return timed(async () => {
      const view = this.#client.subscribe(workspaceUri(this.#id));
      await view.ready;
      view.dispose();
    });
  }

  /** A page, after eight others. */
  async scroll(): Promise<number> {
    let took = 0;
    for (const order of ['modified', 'title']) {
      let cursor: string | undefined;
      for (let page = 0; page < 9; page++) {
        took = await timed(async () => {
          const found = await this.#ask<Page>('listArtifacts', {
            workspace: this.#id,
            order,
            limit: 100,
            cursor,
          });
          cursor = found.nextCursor;
        });
      }
    }
    return took;
  }

  /** For a word that only one artifact has. */
  search(): Promise<number> {
    return timed(() => this.#ask('search', { query: 'no777', workspace: this.#id }));
  }

  async edit(): Promise<number> {
    const { artifacts } = await this.#ask<Page>('listArtifacts', { workspace: this.#id, limit: 1 });
    const id = artifacts[0]?.id ?? '';
    return timed(async () => {
      const context = { edits: ++this.#edits };
      const { artifact } = await this.#ask<{ artifact: Artifact }>('updateArtifact', {
        artifact: id,
        context,
      });
      const chosen = [{ id, ifRevision: artifact.revision }];
      await this.#ask('commitArtifacts', { artifacts: chosen, message: 'Once more' });
    });
  }

  #ask<Answer>(command: string, params: Record<string, unknown>): Promise<Answer> {
    return this.#client.call(`x-loggia/${command}`, params) as Promise<Answer>;
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function start(
  directory: string,
  count: number,
): Promise<{ workspace: Workspace; stop(): Promise<void> }> {
  const id = await populate(directory, count);
  const host = await startHost(directory, {});
  const client = await host.connect({ reducers: extensionReducer });
  // A host that has just started checks the whole database in a thread of its own, which takes a processor.
  await atRest(host.pid);
  return {
    workspace: new Workspace(client, id),
    stop: async () => {
      client.close();
      await host.stop();
    },
  };
}

const actions = {
  'open a workspace': (workspace: Workspace) => workspace.open(),
  'scroll a workspace': (workspace: Workspace) => workspace.scroll(),
  'search a workspace': (workspace: Workspace) => workspace.search(),
  'commit in a workspace': (workspace: Workspace) => workspace.edit(),
} as const;

/** Whether a workspace gets slower with the number of artifacts. */
export const largeWorkspace: Benchmark = {
  names: Object.keys(actions),
  run: () =>
    withTemporaryDirectory((full) =>
      withTemporaryDirectory(async (almostEmpty) => {
        const large = await start(full, many);
        const small = await start(almostEmpty, few);
        try {
          const results: Result[] = [];
          for (const [name, act] of Object.entries(actions)) {
            const measured = await playRounds(rounds, {
              ours: () => act(large.workspace),
              baseline: () => act(small.workspace),
            });
            const means = `the same in a workspace with ${many} artifacts / with ${few}`;
            results.push({ name, means, ...compare(measured), ...bound });
          }
          return results;
        } finally {
          await large.stop();
          await small.stop();
        }
      }),
    ),
};
