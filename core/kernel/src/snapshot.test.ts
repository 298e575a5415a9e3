import { emptyNotebook, KernelRig, type NotebookAction, write } from '@loggia/testing/kernel';
import { expect, test, vi } from 'vitest';
import type { Batch } from './ports/store.ts';

const uri = 'notebook:/a';
const page: NotebookAction = { type: 'notebook/pageAdded' };

async function withPages(count: number) {
  const rig = await KernelRig.open({ limits: { snapshotEvery: 3 } });
  const pages = Array.from({ length: count }, (_, index) => ({ text: `page ${index}` }));
  const channel = rig.kernel.create(uri, 'notebook', { ...emptyNotebook, pages });
  await rig.settle();
  const commit = vi.spyOn(rig.store, 'commit');
  const written = () =>
    commit.mock.calls.flatMap(([batch]: [Batch]) =>
      batch.snapshots.map(({ seq, items, length }) => ({ seq, items, length })),
    );
  return { rig, channel, written };
}

test('KN11: a snapshot writes only the items that changed, and cuts the rest', async () => {
  const { rig, channel, written } = await withPages(3);
  rig.kernel.append(channel, write('d'));
  rig.kernel.append(channel, page);
  rig.kernel.append(channel, { type: 'notebook/pageSet', index: 1, text: 'changed' } as NotebookAction);
  await rig.settle();
  rig.kernel.append(channel, { type: 'notebook/truncated', length: 2 } as NotebookAction);
  rig.kernel.append(channel, write('e'));
  rig.kernel.append(channel, write('f'));
  await rig.settle();
  expect(written()).toEqual([
    {
      seq: 4,
      items: [
        { index: 1, json: '{"text":"changed"}' },
        { index: 3, json: '{"text":"d"}' },
      ],
      length: 4,
    },
    { seq: 7, items: [], length: 2 },
  ]);
  expect(await rig.store.readSnapshot(uri)).toMatchObject({
    seq: 7,
    items: ['{"text":"page 0"}', '{"text":"changed"}'],
  });
});

test('KN11: a channel that was loaded writes only what changed since', async () => {
  const { rig, channel } = await withPages(3);
  const expected = channel.state;
  await rig.reopen();
  const again = await rig.kernel.load(uri);
  if (again === undefined) throw new Error('The notebook is gone.');
  expect(again.state).toEqual(expected);
  const commit = vi.spyOn(rig.store, 'commit');
  for (const action of [write('x'), page, write('y')]) rig.kernel.append(again, action);
  await rig.settle();
  expect(commit.mock.calls[0]?.[0].snapshots).toMatchObject([
    { seq: 4, items: [{ index: 3, json: '{"text":"x"}' }], length: 4 },
  ]);
});

test('KN11: a head that outweighs the log since its last snapshot is not written again', async () => {
  const { rig, channel, written } = await withPages(0);
  const texts = ['x'.repeat(5_000), ...Array.from({ length: 100 }, () => 'y')];
  for (const text of texts) {
    rig.kernel.append(channel, write(text));
    await rig.settle();
  }
  const seqs = written().map(({ seq }) => seq);
  expect(seqs[0]).toBe(4);
  expect(seqs).toHaveLength(2);
  await rig.reopen();
  expect(await rig.kernel.load(uri)).toMatchObject({ state: { draft: texts.join('') } });
});

test('KN11: snapshots come every so many actions, not with each commit', async () => {
  const { rig, channel, written } = await withPages(0);
  for (let i = 0; i < 8; i++) {
    rig.kernel.append(channel, write('x'));
    await rig.settle();
  }
  expect(written().map(({ seq }) => seq)).toEqual([4, 7]);
});
