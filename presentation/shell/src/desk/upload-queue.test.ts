import { describe, expect, test } from 'vitest';
import { totalOf, UploadQueue, type UploadPorts } from './upload-queue.ts';

interface Sending {
  readonly name: string;
  readonly signal: AbortSignal;
  progress(sent: number): void;
  arrive(): void;
  fail(message: string): void;
}

/** A host of which a test says when it has taken a file. */
function rig(save: UploadPorts['save'] = ({ name }) => Promise.resolve(`artifact of ${name}`)) {
  const sending: Sending[] = [];
  const queue = new UploadQueue({
    send: (file, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const { name } = file as File;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        sending.push({
          name,
          signal,
          progress: onProgress,
          arrive: () => resolve({ hash: `hash of ${name}` }),
          fail: (message) => reject(new Error(message)),
        });
      }),
    save,
  });
  const add = (...names: string[]) =>
    queue.add(
      'w',
      names.map((name) => ({ file: new File(['12345'], name), path: `folder/${name}` })),
    );
  const states = () => queue.getSnapshot().map(({ state }) => state);
  return { queue, sending, add, states, names: () => sending.map(({ name }) => name) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a queue of uploads', () => {
  test('J7: three at once, the next when one is through', async () => {
    const { sending, add, states, names } = rig();
    add('a', 'b', 'c', 'd', 'e');
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
    sending[1]!.arrive();
    await settled();
    expect(states()).toEqual(['sending', 'done', 'sending', 'sending', 'waiting']);
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('F7: what has arrived becomes an artifact of its name', async () => {
    const saved: object[] = [];
    const { queue, sending, add } = rig(({ workspace, name, hash }) => {
      saved.push({ workspace, name, hash });
      return Promise.resolve('x1');
    });
    add('a');
    sending[0]!.progress(3);
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'sending', sent: 3, size: 5, path: 'folder/a' });
    sending[0]!.arrive();
    await settled();
    expect(saved).toEqual([{ workspace: 'w', name: 'a', hash: 'hash of a' }]);
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'done', sent: 5, artifact: 'x1' });
  });

  test('J7: who saves once more is told that it may be there already', async () => {
    const repeated: boolean[] = [];
    const { queue, sending, add, states } = rig(({ isRepeated }) => {
      repeated.push(isRepeated);
      return isRepeated ? Promise.resolve('x1') : Promise.reject(new Error('The connection was lost.'));
    });
    add('a');
    sending[0]!.fail('The host could not be reached.');
    await settled();
    queue.retryFailed();
    sending[1]!.arrive();
    await settled();
    expect([states(), repeated]).toEqual([['failed'], [false]]);
    queue.retryFailed();
    sending[2]!.arrive();
    await settled();
    expect([states(), repeated]).toEqual([['done'], [false, true]]);
  });

  test('J7: one is stopped, and the next takes its place', async () => {
    const { queue, sending, add, states, names } = rig();
    add('a', 'b', 'c', 'd');
    queue.cancel(queue.getSnapshot()[0]!.id);
    await settled();
    expect(sending[0]!.signal.aborted).toBe(true);
    expect(states()).toEqual(['cancelled', 'sending', 'sending', 'sending']);
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });

  test('J7: all are stopped, and none of those that waited is ever sent', async () => {
    const { queue, add, states, names } = rig();
    add('a', 'b', 'c', 'd', 'e');
    queue.cancelAll();
    await settled();
    expect(new Set(states())).toEqual(new Set(['cancelled']));
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  test('J7: what failed says why and can be tried again', async () => {
    const { queue, sending, add } = rig();
    add('a', 'b');
    sending[0]!.fail('The disk is full.');
    await settled();
    expect(queue.getSnapshot()[0]).toMatchObject({ state: 'failed', error: new Error('The disk is full.') });
    queue.retryFailed();
    expect(queue.getSnapshot()[0]).toEqual({
      id: 1,
      workspace: 'w',
      path: 'folder/a',
      size: 5,
      sent: 0,
      state: 'sending',
    });
    sending[2]!.arrive();
    await settled();
    expect(queue.getSnapshot()[0]!.state).toBe('done');
  });

  test('J7: a file that was sent and not taken as an artifact has failed', async () => {
    const { sending, add, states } = rig(() => Promise.reject(new Error('No such workspace.')));
    add('a');
    sending[0]!.arrive();
    await settled();
    expect(states()).toEqual(['failed']);
  });

  test('what is over is forgotten, what runs stays', async () => {
    const { queue, sending, add } = rig();
    add('a', 'b', 'c');
    sending[0]!.arrive();
    sending[1]!.fail('No.');
    await settled();
    queue.clear();
    expect(queue.getSnapshot().map(({ path }) => path)).toEqual(['folder/c']);
  });

  test('progress that comes after the end changes nothing', async () => {
    const { queue, sending, add } = rig();
    add('a');
    queue.cancelAll();
    await settled();
    const before = queue.getSnapshot();
    sending[0]!.progress(4);
    expect(queue.getSnapshot()).toBe(before);
  });
});

test('J7: the total counts bytes of what goes on and what is through', async () => {
  const { queue, sending, add } = rig();
  add('a', 'b', 'c', 'd');
  sending[0]!.arrive();
  sending[1]!.fail('No.');
  sending[2]!.progress(2);
  await settled();
  queue.cancel(4);
  expect(totalOf(queue.getSnapshot())).toEqual({
    files: 3,
    done: 1,
    failed: 1,
    active: 1,
    bytes: 10,
    sent: 7,
  });
});
