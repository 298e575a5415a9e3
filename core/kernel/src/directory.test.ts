import { emptyNotebook, KernelRig, type NotebookAction, notebookKind, write } from '@loggia/testing/kernel';
import { expect, test, vi } from 'vitest';
import type { ListPosition } from './ports/store.ts';

const renamed = (title: string, at: string): NotebookAction => ({ type: 'notebook/renamed', title, at });

test('KN16: channels are listed, found and counted without being loaded', async () => {
  const rig = await KernelRig.open();
  for (let i = 0; i < 5; i++) {
    const channel = rig.kernel.create(`notebook:/${i}`, 'notebook', emptyNotebook, { parent: 'shelf:/1' });
    rig.kernel.append(channel, renamed(`Note ${i}`, `2026-02-0${9 - i}T00:00:00.000Z`));
  }
  await rig.settle();
  await rig.reopen();
  const uris: string[] = [];
  let after: ListPosition | undefined;
  do {
    const page = await rig.kernel.list({ kind: 'notebook', limit: 2, after });
    uris.push(...page.items.map((item) => item.uri));
    after = page.next;
  } while (after !== undefined);
  expect(uris).toEqual([0, 1, 2, 3, 4].map((i) => `notebook:/${i}`));
  expect(await rig.kernel.list({ kind: 'notebook', limit: 5, text: 'TE 3' })).toEqual({
    items: [
      {
        uri: 'notebook:/3',
        kind: 'notebook',
        parent: 'shelf:/1',
        createdAt: '2026-01-01T00:00:00.000Z',
        busy: false,
        modifiedAt: '2026-02-06T00:00:00.000Z',
        title: 'Note 3',
        summary: { pages: 0 },
      },
    ],
    next: undefined,
  });
  expect(await rig.kernel.count('notebook')).toBe(5);
  expect(rig.kernel.hotChannels).toBe(0);
});

test('KN16: busy channels are found after a crash', async () => {
  const rig = await KernelRig.open();
  const channel = rig.kernel.create('notebook:/a', 'notebook', emptyNotebook);
  const other = rig.kernel.create('notebook:/b', 'notebook', { ...emptyNotebook, busy: true });
  rig.kernel.append(channel, { type: 'notebook/busySet', busy: true } as NotebookAction);
  await rig.settle();
  await rig.reopen();
  expect(await rig.kernel.busy('notebook')).toEqual(['notebook:/a', 'notebook:/b']);
  const again = await rig.kernel.load(other.uri);
  if (again !== undefined)
    rig.kernel.append(again, { type: 'notebook/busySet', busy: false } as NotebookAction);
  await rig.settle();
  expect(await rig.kernel.busy('notebook')).toEqual(['notebook:/a']);
});

test('KN16: facts are written only when their values change', async () => {
  const rig = await KernelRig.open();
  const channel = rig.kernel.create('notebook:/a', 'notebook', emptyNotebook);
  await rig.settle();
  const commit = vi.spyOn(rig.store, 'commit');
  const factsOf = async (action: NotebookAction) => {
    rig.kernel.append(channel, action);
    await rig.settle();
    return commit.mock.lastCall?.[0].facts.map(({ facts }) => facts);
  };
  const facts = {
    busy: false,
    modifiedAt: emptyNotebook.modifiedAt,
    title: 'Untitled',
    summary: '{"pages":0}',
  };
  expect(await factsOf(write('a'))).toEqual([]);
  expect(await factsOf({ type: 'notebook/renamed', title: 'New' })).toEqual([{ ...facts, title: 'New' }]);
  expect(await factsOf({ type: 'notebook/renamed', title: 'New' })).toEqual([]);
  expect(await factsOf({ type: 'notebook/pageAdded' })).toEqual([
    { ...facts, title: 'New', summary: '{"pages":1}' },
  ]);
});

test('KN16: a kind that cannot describe a state is reported, and the action is stored all the same', async () => {
  const describe: typeof notebookKind.describe = (state) => {
    if (state.draft !== '') throw new Error('indescribable');
    return notebookKind.describe(state);
  };
  const rig = await KernelRig.open({ kinds: [{ ...notebookKind, describe }] });
  const channel = rig.kernel.create('notebook:/a', 'notebook', emptyNotebook);
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  expect(rig.problems).toMatchObject([{ kind: 'kind', error: new Error('indescribable') }]);
  expect(channel.committed).toMatchObject({ draft: 'a' });
});
