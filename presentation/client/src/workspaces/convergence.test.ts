import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ArtifactList } from './artifact-list.ts';
import type { ArtifactQuery } from './artifact-filter.ts';
import { ModelWorld, workspace } from './model-host.testkit.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const pageSize = 3;

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tick' as const), ms: fc.constantFrom(0, 1, 5) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      id: fc.constantFrom(...names),
      how: fc.constantFrom('edit', 'commit', 'archive', 'derive', 'delete', 'undelete', 'purge', 'retype'),
      // Case, and letters that UTF-16 and UTF-8 put in a different order.
      title: fc.constantFrom('x', 'X', 'y', 'Z', '\u{ff5e}', '\u{1f600}', ''),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('tell' as const, 'answer' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('toHost' as const, 'toClient' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('more' as const, 'refresh' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('lose' as const, 'forget' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const changes = {
  edit: (title: string) => () => ({ title, state: 'draft' as const }),
  commit: () => () => ({ state: 'committed' as const }),
  archive: () => () => ({ state: 'archived' as const }),
  retype: () => () => ({ type: 'image/png' }),
  delete: () => () => ({ deletedAt: '2026-02-01T00:00:00.000Z' }),
  undelete: () => () => ({ deletedAt: undefined }),
  /** A derived field, which doesn't count as a change of the artifact. */
  derive:
    (title: string) =>
    ({ revision, modifiedAt }: { revision: number; modifiedAt: string }) => ({
      revision: Math.max(1, revision),
      modifiedAt,
      excerpt: title,
    }),
};

async function take(world: ModelWorld, list: ArtifactList, taken: Step): Promise<void> {
  const { host, network } = world;
  switch (taken.do) {
    case 'tick':
      return host.tick(taken.ms);
    case 'change': {
      const how = taken.how as keyof typeof changes | 'purge';
      return host.change(taken.id, how === 'purge' ? how : (changes[how](taken.title) as never));
    }
    case 'tell':
      return host.tellOne();
    case 'answer':
      return host.answerOne();
    case 'toHost':
    case 'toClient':
      network.link.flushAll(taken.do === 'toHost' ? 'host' : 'client');
      return new Promise((resolve) => setImmediate(resolve));
    case 'more':
      return void list.loadMore();
    case 'refresh':
      return void list.refresh();
    case 'forget':
      host.trim();
      return world.lose();
    case 'lose':
      return world.lose();
  }
}

const queries: readonly Omit<Extract<ArtifactQuery, { workspace: string }>, 'workspace'>[] = [
  { order: 'modified' },
  { order: 'created' },
  { order: 'title' },
  { order: 'title', states: ['draft', 'committed'] },
  { order: 'modified', states: ['archived'] },
  { order: 'created', types: ['text/*'] },
  { order: 'modified', deleted: true },
];

test.each(queries)(
  'F5: whatever happens in whatever order, %j ends as a fresh listing of the same length',
  async (query) => {
    const property = fc.asyncProperty(
      fc.subarray(names),
      fc.array(step, { maxLength: 40 }),
      async (first, steps) => {
        const world = new ModelWorld();
        for (const name of first) {
          world.host.tick(1);
          world.host.change(name, () => ({ title: name }));
        }
        const list = new ArtifactList(world.client, { workspace, ...query }, { pageSize });
        await world.connect();
        for (const taken of steps) await take(world, list, taken);
        await world.settle();

        const { phase, artifacts, more } = list.getSnapshot();
        const all = world.host.list(query as never);
        expect(artifacts).toEqual(all.slice(0, artifacts.length));
        expect(artifacts.length).toBeGreaterThanOrEqual(Math.min(pageSize, all.length));
        expect(phase).toBe('ready');
        expect(more === 'there' || artifacts.length === all.length).toBe(true);
        list.dispose();
        world.client.close();
      },
    );
    await fc.assert(property, { numRuns: 60 });
  },
  60_000,
);
