import { emptyNotebook, KernelRig, notebookKind, Watcher, write } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { ForeignChannel, UnknownKind } from './errors.ts';

const uri = 'notebook:/a';

async function withNotebook() {
  const rig = await KernelRig.open();
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.settle();
  return { rig, channel };
}

test('KN1: the state changes at once, and is committed and delivered only when it is durable', async () => {
  const { rig, channel } = await withNotebook();
  const watcher = new Watcher();
  rig.kernel.subscribe(channel, watcher);
  rig.store.hold();
  const entry = rig.kernel.append(channel, write('hello'));
  expect(entry).toMatchObject({ seq: 2, channel: uri, changed: true, action: write('hello') });
  await rig.settle();
  expect(channel.state).toMatchObject({ draft: 'hello' });
  expect(channel.committed).toEqual(emptyNotebook);
  expect([channel.seq, channel.committedSeq, rig.kernel.seq]).toEqual([2, 1, 1]);
  expect(watcher.rows).toEqual([]);
  rig.store.release();
  await rig.settle();
  expect(channel.committed).toBe(channel.state);
  expect([channel.seq, channel.committedSeq, rig.kernel.seq]).toEqual([2, 2, 2]);
  expect(watcher.seqs).toEqual([2]);
});

test('KN2: one turn is one commit, and everything leaves in order', async () => {
  const { rig, channel } = await withNotebook();
  const before = rig.store.commits;
  const told: (string | number)[] = [];
  rig.kernel.subscribe(channel, { deliver: (entry) => told.push(entry.seq) });
  rig.kernel.append(channel, write('a'));
  rig.kernel.afterCommit(() => told.push('first'));
  rig.kernel.append(channel, write('b'));
  rig.kernel.append(channel, write('c'));
  rig.kernel.afterCommit(() => told.push('second'));
  expect(told).toEqual([]);
  await rig.settle();
  expect(told).toEqual([2, 'first', 3, 4, 'second']);
  expect(rig.store.commits).toBe(before + 1);
});

test('KN2: what comes while a commit is under way waits for the next one', async () => {
  const { rig, channel } = await withNotebook();
  const told: (string | number)[] = [];
  rig.kernel.subscribe(channel, { deliver: (entry) => told.push(entry.seq) });
  rig.store.hold();
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  rig.kernel.append(channel, write('b'));
  rig.kernel.afterCommit(() => told.push('after b'));
  await rig.settle();
  expect(told).toEqual([]);
  rig.store.release();
  await rig.settle();
  expect(told).toEqual([2, 3, 'after b']);
});

test('KN2: a callback with nothing to wait for still runs later, and costs no commit', async () => {
  const { rig } = await withNotebook();
  const before = rig.store.commits;
  let ran = false;
  rig.kernel.afterCommit(() => {
    ran = true;
  });
  expect(ran).toBe(false);
  await rig.settle();
  expect(ran).toBe(true);
  expect(rig.store.commits).toBe(before);
});

test('KN2: settled resolves after the deliveries that came before it', async () => {
  const { rig, channel } = await withNotebook();
  const watcher = new Watcher();
  rig.kernel.subscribe(channel, watcher);
  rig.kernel.append(channel, write('a'));
  const settled = rig.kernel.settled().then(() => watcher.seqs);
  await rig.settle();
  expect(await settled).toEqual([2]);
});

test('KN3: all channels share one sequence, which continues after a restart', async () => {
  const { rig, channel } = await withNotebook();
  const other = rig.kernel.create('notebook:/b', 'notebook', emptyNotebook);
  rig.kernel.append(other, write('a'));
  rig.kernel.append(channel, write('b'));
  await rig.settle();
  expect([other.seq, channel.seq, rig.kernel.seq]).toEqual([3, 4, 4]);
  await rig.reopen();
  expect(rig.kernel.seq).toBe(4);
  const again = await rig.kernel.load(uri);
  expect(again && rig.kernel.append(again, write('c'))?.seq).toBe(5);
});

test('KN3: a private number can never be used again once it is shown, and is replayed to nobody', async () => {
  const { rig, channel } = await withNotebook();
  const shown: number[] = [];
  const send = (seq: number): void => void shown.push(seq);
  expect(rig.kernel.appendPrivate(send)).toBe(2);
  rig.kernel.append(channel, write('a'));
  expect(rig.kernel.appendPrivate(send)).toBe(4);
  expect(shown).toEqual([]);
  await rig.settle();
  expect(shown).toEqual([2, 4]);
  expect((await rig.kernel.replay(1, [uri]))?.entries.map((row) => row.seq)).toEqual([3]);
  // Numbers are reserved now: the next one needn't wait for a commit.
  expect(rig.kernel.appendPrivate(send)).toBe(5);
  expect(shown).toEqual([2, 4, 5]);
  await rig.reopen();
  expect(rig.kernel.seq).toBeGreaterThanOrEqual(5);
});

test('KN4: the host drops an action without effect; a client gets its echo', async () => {
  const { rig, channel } = await withNotebook();
  const watcher = new Watcher();
  rig.kernel.subscribe(channel, watcher);
  expect(rig.kernel.append(channel, write(''))).toBeUndefined();
  const state = channel.state;
  const echo = rig.kernel.append(channel, write(''), { clientId: 'c', clientSeq: 1, by: 'p' });
  expect(echo).toMatchObject({ seq: 2, changed: false, origin: { clientId: 'c', clientSeq: 1, by: 'p' } });
  expect(channel.state).toBe(state);
  await rig.settle();
  expect(watcher.rows).toMatchObject([{ seq: 2, changed: false }]);
  expect((await rig.kernel.replay(1, [uri]))?.entries).toEqual(watcher.rows);
});

test('KN5: an entry says who did it, in the log and not in its text', async () => {
  const { rig, channel } = await withNotebook();
  rig.kernel.append(channel, write('a'));
  rig.kernel.append(channel, write('b'), { by: 'an agent' });
  rig.kernel.append(channel, write('c'), { clientId: 'c', clientSeq: 1, by: 'a person' });
  // A client would wait for the echo of an action that changes nothing; nobody else does.
  expect(rig.kernel.append(channel, write(''), { by: 'an agent' })).toBeUndefined();
  await rig.settle();
  await rig.reopen();
  const rows = (await rig.kernel.replay(1, [uri], { authors: true }))?.entries ?? [];
  expect(rows.map(({ by }) => by)).toEqual([undefined, 'an agent', 'a person']);
  expect(rows.filter(({ json }) => /agent|person/.test(json))).toEqual([]);
});

test('KN5: the text of an entry is its envelope', async () => {
  const { rig } = await withNotebook();
  const odd = 'notebook:/with "quotes" and \\';
  const channel = rig.kernel.create(odd, 'notebook', emptyNotebook);
  const own = rig.kernel.append(channel, write('😀\u2028'));
  const theirs = rig.kernel.append(channel, write('b'), { clientId: '"x"', clientSeq: 7, by: 'p' });
  expect(JSON.parse(own?.json ?? '')).toEqual({ channel: odd, action: write('😀\u2028'), serverSeq: 3 });
  expect(JSON.parse(theirs?.json ?? '')).toEqual({
    channel: odd,
    action: write('b'),
    serverSeq: 4,
    origin: { clientId: '"x"', clientSeq: 7 },
  });
  expect(Object.keys(JSON.parse(theirs?.json ?? '') as object)).toEqual([
    'channel',
    'action',
    'serverSeq',
    'origin',
  ]);
});

test('KN5: subscribers share the frames of an entry', async () => {
  const { rig, channel } = await withNotebook();
  let made = 0;
  const deliver = (entry: { frames: Map<string, unknown> }) => {
    if (!entry.frames.has('1.0')) made += 1;
    entry.frames.set('1.0', 'frame');
  };
  rig.kernel.subscribe(channel, { deliver });
  rig.kernel.subscribe(channel, { deliver });
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  expect(made).toBe(1);
});

test('KN8: a reducer that throws leaves no trace', async () => {
  const broken = {
    ...notebookKind,
    reduce: () => {
      throw new Error('out of ink');
    },
  };
  const rig = await KernelRig.open({ kinds: [broken] });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.settle();
  const before = rig.store.commits;
  expect(() => rig.kernel.append(channel, write('a'))).toThrow('out of ink');
  await rig.settle();
  expect([channel.state, channel.seq, rig.kernel.seq]).toEqual([emptyNotebook, 1, 1]);
  expect(rig.store.commits).toBe(before);
});

test('KN8: an action that JSON cannot hold leaves no trace', async () => {
  const { rig, channel } = await withNotebook();
  const endless: Record<string, unknown> = { type: 'notebook/wrote', text: 'a' };
  endless['self'] = endless;
  expect(() => rig.kernel.append(channel, endless as { type: string })).toThrow(TypeError);
  expect([channel.state, channel.seq]).toEqual([emptyNotebook, 1]);
  expect(rig.kernel.append(channel, write('b'))?.seq).toBe(2);
});

test('KN8: a state that cannot be stored is refused when the channel is created', async () => {
  const { rig } = await withNotebook();
  const endless: Record<string, unknown> = { ...emptyNotebook };
  endless['self'] = endless;
  expect(() => rig.kernel.create('notebook:/b', 'notebook', endless)).toThrow(TypeError);
  expect(() => rig.kernel.create('notebook:/b', 'film', emptyNotebook)).toThrow(UnknownKind);
  expect(rig.kernel.peek('notebook:/b')).toBeUndefined();
  await rig.settle();
  expect(rig.kernel.seq).toBe(1);
});

test('KN8: a channel of another kernel is refused', async () => {
  const { channel } = await withNotebook();
  const { rig } = await withNotebook();
  expect(() => rig.kernel.append(channel, write('a'))).toThrow(ForeignChannel);
});
