import { afterEach, describe, expect, it } from 'vitest';
import type { ArtifactQuery } from './artifact-filter.ts';
import { ArtifactList } from './artifact-list.ts';
import { collection, ModelWorld, workspace } from './model-host.testkit.ts';

const lists: ArtifactList[] = [];
afterEach(() => {
  for (const list of lists.splice(0)) list.dispose();
});

const ids = (list: ArtifactList): string[] => list.getSnapshot().artifacts.map(({ id }) => id);
const listings = ({ host }: ModelWorld): number =>
  host.asked.filter(({ method }) => method === 'x-loggia/listArtifacts').length;

/** The names are in the order in which they were made. */
async function opened(
  names: readonly string[],
  query: Omit<Extract<ArtifactQuery, { workspace: string }>, 'workspace'> | { collection: string } = {},
): Promise<{ world: ModelWorld; list: ArtifactList }> {
  const world = new ModelWorld();
  for (const name of names) {
    world.host.tick(1);
    world.host.change(name, () => ({}));
  }
  const whole = 'collection' in query ? query : { workspace, ...query };
  const list = new ArtifactList(world.client, whole, { pageSize: 2 });
  lists.push(list);
  await world.connect();
  return { world, list };
}

describe('a list of artifacts', () => {
  it('F5: is read by the page, and says whether there is more', async () => {
    const { world, list } = await opened(['a', 'b', 'c', 'd', 'e']);
    expect(list.getSnapshot()).toMatchObject({ phase: 'ready', more: 'there' });
    expect(ids(list)).toEqual(['e', 'd']);
    const loading = list.loadMore();
    expect(list.getSnapshot().more).toBe('loading');
    expect(list.loadMore()).toBe(loading);
    await world.settle();
    await loading;
    expect(ids(list)).toEqual(['e', 'd', 'c', 'b']);
    void list.loadMore();
    await world.settle();
    expect(list.getSnapshot().more).toBe('none');
    await list.loadMore();
    expect(listings(world)).toBe(3);
  });

  it('F5: shows what appears, changes and goes, without asking', async () => {
    const { world, list } = await opened(['a', 'b', 'c', 'd']);
    const before = list.getSnapshot();
    world.host.tick(1);
    world.host.change('d', () => ({ title: 'D' }));
    world.host.change('new', () => ({}));
    // Behind what has been read.
    world.host.change('a', () => ({ title: 'A', modifiedAt: '2025-01-01T00:00:00.000Z' }));
    await world.settle();
    expect(ids(list)).toEqual(['new', 'd', 'c']);
    expect(list.getSnapshot().artifacts[1]?.title).toBe('D');
    expect(before.artifacts.map(({ title }) => title)).toEqual(['d', 'c']);
    world.host.change('new', () => ({ deletedAt: 'now' }));
    await world.settle();
    expect(ids(list)).toEqual(['d', 'c']);
    expect(listings(world)).toBe(1);
  });

  it('F5: the snapshot is the same object until something in it changes', async () => {
    const { world, list } = await opened(['a', 'b', 'c']);
    const before = list.getSnapshot();
    let told = 0;
    list.subscribe(() => (told += 1));
    world.host.change('a', () => ({ modifiedAt: '2025-01-01T00:00:00.000Z' }));
    await world.settle();
    expect([list.getSnapshot() === before, told]).toEqual([true, 0]);
  });

  it('F5: what no longer fits the filter goes, and what fits comes', async () => {
    const { world, list } = await opened(['a', 'b'], { states: ['draft'], types: ['Text/*'] });
    world.host.tick(1);
    world.host.change('a', () => ({ state: 'archived' }));
    world.host.change('pic', () => ({ type: 'image/png' }));
    world.host.change('c', () => ({ type: 'text/html' }));
    await world.settle();
    expect(ids(list)).toEqual(['c', 'b']);
    world.host.change('c', () => ({ type: 'image/png' }));
    await world.settle();
    expect(ids(list)).toEqual(['b']);
  });

  it('F5: shows once what has moved on to the next page before anybody was told', async () => {
    const { world, list } = await opened(['a', 'b', 'c'], { order: 'title' });
    world.host.change('a', () => ({ title: 'z' }));
    void list.loadMore();
    await world.network.settle();
    world.host.answerOne();
    await world.network.settle();
    expect(ids(list)).toEqual(['b', 'c', 'a']);
    await world.settle();
    expect([ids(list), list.getSnapshot().more]).toEqual([['b', 'c', 'a'], 'none']);
  });

  it('F5: goes on showing a page while there is more', async () => {
    const { world, list } = await opened(['a', 'b', 'c', 'd']);
    world.host.change('d', () => ({ deletedAt: 'now' }));
    world.host.change('c', () => ({ deletedAt: 'now' }));
    await world.settle();
    expect(ids(list)).toEqual(['b', 'a']);
  });

  it('A4, F5: what was missed is replayed; only a snapshot makes it read again, as much as was shown', async () => {
    const { world, list } = await opened(['a', 'b', 'c', 'd', 'e']);
    void list.loadMore();
    await world.settle();
    world.network.link.cut();
    world.host.change('a', () => ({ title: 'A' }));
    world.host.tick(1);
    world.host.change('a', () => ({ title: 'AA' }));
    await world.lose();
    await world.settle();
    expect([ids(list), listings(world)]).toEqual([['a', 'e', 'd', 'c', 'b'], 2]);

    world.network.link.cut();
    world.host.tick(1);
    world.host.change('b', () => ({ title: 'B' }));
    world.host.change('e', () => ({ deletedAt: 'now' }));
    world.host.trim();
    await world.lose();
    await world.settle();
    expect([ids(list), listings(world)]).toEqual([['b', 'a', 'd', 'c'], 3]);
    expect(list.getSnapshot()).toMatchObject({ phase: 'ready', more: 'none' });
  });

  it('A4: a reading that the connection ends is taken up by the next one', async () => {
    const world = new ModelWorld();
    world.host.change('a', () => ({}));
    const list = new ArtifactList(world.client, { workspace });
    lists.push(list);
    void world.client.connect();
    await world.network.settle();
    expect([listings(world), list.getSnapshot().phase]).toEqual([1, 'loading']);
    await world.lose();
    await world.settle();
    expect([ids(list), list.getSnapshot().phase]).toEqual([['a'], 'ready']);
  });

  it('L5: says why it could not be read; the next attempt reads all of it', async () => {
    const { world, list } = await opened(['a', 'b', 'c']);
    world.host.failsNext = true;
    void list.refresh();
    await world.settle();
    expect(list.getSnapshot()).toMatchObject({ phase: 'failed', error: { message: 'Disk on fire.' } });
    expect(ids(list)).toEqual(['c', 'b']);
    void list.loadMore();
    await world.settle();
    expect([list.getSnapshot().phase, ids(list)]).toEqual(['ready', ['c', 'b']]);
    expect(world.host.asked.at(-1)?.params).not.toHaveProperty('cursor');
  });

  it('F3: the trash is read again when something may have come, once for many changes', async () => {
    const { world, list } = await opened(['a', 'b', 'c'], { deleted: true });
    expect([ids(list), listings(world)]).toEqual([[], 1]);
    for (const id of ['a', 'b', 'c']) {
      world.host.tick(1);
      world.host.change(id, () => ({ deletedAt: 'now' }));
    }
    await world.settle();
    expect(ids(list)).toEqual(['c', 'b']);
    expect(listings(world)).toBeLessThanOrEqual(3);
    const before = listings(world);
    world.host.change('c', () => ({ deletedAt: undefined }) as never);
    await world.settle();
    expect(ids(list)).toEqual(['b', 'a']);
    // The next page, and no more than that.
    expect(listings(world)).toBe(before + 1);
  });

  it('F2: a collection is read again when the library says that it changed', async () => {
    const { world, list } = await opened(['a', 'b', 'c'], { collection });
    expect(ids(list)).toEqual([]);
    world.host.change('b', () => ({ collections: [collection] }));
    await world.settle();
    expect(ids(list)).toEqual(['b']);
  });

  it('F5: lets go of everything when it is disposed of', async () => {
    const { world, list } = await opened(['a']);
    list.dispose();
    world.host.change('b', () => ({}));
    await world.settle();
    expect(ids(list)).toEqual(['a']);
    expect(world.host.asked.at(-1)?.method).toBe('unsubscribe');
    await list.refresh();
    expect(listings(world)).toBe(1);
  });
});
