import type { AhpClient, ArtifactListSnapshot } from '@loggia/client';
import type { ArtifactSummary } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { ArtifactsOnScreen } from './artifacts-on-screen.ts';

const moment = '2026-01-01T00:00:00.000Z';
const artifact = (index: number): ArtifactSummary => ({
  id: String(index),
  workspace: 'w',
  type: 'x/y',
  title: String(index),
  state: 'draft',
  revision: 1,
  version: 0,
  collections: [],
  createdAt: moment,
  createdBy: 'me',
  modifiedAt: moment,
  modifiedBy: 'me',
});

/** A host with so many artifacts in a workspace where nothing happens. */
function hostWith(count: number): AhpClient {
  const stop = () => undefined;
  const view = {
    phase: 'live',
    getSnapshot: () => ({ phase: 'live' }),
    subscribe: () => stop,
    onSnapshot: () => stop,
    onAction: () => stop,
    dispose: stop,
  };
  const call = (_: string, { cursor = '0', limit }: { cursor?: string; limit: number }): Promise<unknown> => {
    const from = Number(cursor);
    const to = Math.min(count, from + limit);
    const artifacts = Array.from({ length: to - from }, (__, index) => artifact(from + index));
    return Promise.resolve({ artifacts, ...(to < count && { nextCursor: String(to) }) });
  };
  return { subscribe: () => view, call } as unknown as AhpClient;
}

function until(
  list: ArtifactsOnScreen,
  isSo: (snapshot: ArtifactListSnapshot) => boolean,
): Promise<ArtifactListSnapshot> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isSo(list.getSnapshot())) resolve(list.getSnapshot());
    };
    list.subscribe(look);
    look();
  });
}

test.each([
  [450, 450, true],
  [10_000, 10_000, true],
  [10_001, 10_000, false],
])('J1: of %i, %i can be selected at once', async (count, length, isAll) => {
  const list = new ArtifactsOnScreen(hostWith(count), { workspace: 'w' });
  expect((await until(list, ({ phase }) => phase === 'ready')).artifacts).toHaveLength(200);
  const select = async () => {
    const all = await list.loadAll();
    return { length: all.artifacts.length, isAll: all.isAll };
  };
  expect(await select()).toEqual({ length, isAll });
  list.loadMore();
  expect((await until(list, ({ more }) => more === 'none')).artifacts).toHaveLength(count);
  expect(await select()).toEqual({ length, isAll });
});
