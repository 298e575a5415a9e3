import { fileAttachment, selectionAttachment, type Attachment } from '@loggia/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { DraggedArtifact } from '../../ui/dragged-artifacts.ts';
import { settled } from '../../views/manual-time.testkit.ts';
import type { Draft } from '../chat/speak.ts';
import { selectionFor } from './attached.ts';
import { ComposerModel } from './composer-model.ts';
import { DraftKeeper } from './draft-keeper.ts';

const artifact = (id: string): DraggedArtifact => ({ id, workspace: 'w', type: 'x/y', title: id });
const kept = (name: string): Attachment => fileAttachment({ name, hash: 'a'.repeat(64), size: 7 });
const file = (name: string): File => new File(['content'], name);

interface Running {
  readonly file: File;
  readonly signal: AbortSignal;
  progress(sent: number): void;
  done(attachment: Attachment): void;
  fail(error: Error): void;
}

function rig() {
  const keeper = new DraftKeeper({ after: () => () => {} });
  const running: Running[] = [];
  const focus = vi.fn<() => void>();
  const tell = vi.fn<(text: string) => void>();
  const complain = vi.fn<(problem: unknown, again?: { label: string; run(): void }) => void>();
  const resolve = vi.fn<(attachments: readonly Attachment[]) => Promise<readonly Attachment[]>>(
    async (attachments) => attachments.map((one) => ({ ...one, label: `${one.label}, resolved` })),
  );
  const selected: DraggedArtifact[] = [];
  const model = new ComposerModel({
    keeper,
    upload: (given, { signal, onProgress }) =>
      new Promise((done, fail) => {
        signal.addEventListener('abort', () => fail(signal.reason as Error));
        running.push({ file: given, signal, progress: onProgress, done, fail });
      }),
    resolve,
    selection: (attachments) => selectionAttachment(selectionFor('w', attachments, selected)),
    focus,
    tell,
    complain,
  });
  const labels = () => keeper.getSnapshot().attachments.map(({ label }) => label);
  return { keeper, running, selected, focus, tell, complain, resolve, model, labels };
}

describe('what goes along with a message', () => {
  it('J3: artifacts are attached once each, and can be taken off', () => {
    const { model, labels, focus } = rig();
    model.attach([artifact('a'), artifact('b')]);
    model.attach([artifact('a')]);
    model.attach([]);
    expect(labels()).toEqual(['a', 'b']);
    expect(focus).toHaveBeenCalledTimes(2);
    model.detach(0);
    expect(labels()).toEqual(['b']);
  });

  it('J3: a file is on its way, and then attached', async () => {
    const { model, running, labels } = rig();
    model.upload([file('one.txt'), file('two.txt')]);
    running[0]?.progress(3);
    expect(model.getSnapshot().uploads).toEqual([
      { id: 1, name: 'one.txt', size: 7, sent: 3 },
      { id: 2, name: 'two.txt', size: 7, sent: 0 },
    ]);
    running[1]?.done(kept('two'));
    await settled();
    expect(model.getSnapshot().uploads.map(({ name }) => name)).toEqual(['one.txt']);
    expect(labels()).toEqual(['two']);
  });

  it('J3: one that fails is told, and can be tried again', async () => {
    const { model, running, complain, labels } = rig();
    model.upload([file('one.txt')]);
    running[0]?.fail(new Error('The disk is full.'));
    await settled();
    expect(model.getSnapshot().uploads).toEqual([]);
    const [text, again] = complain.mock.lastCall ?? [];
    expect(text).toBe('“one.txt” was not attached. The disk is full.');
    again?.run();
    running[1]?.done(kept('one'));
    await settled();
    expect(labels()).toEqual(['one']);
  });

  it('J3: one that is stopped is gone without a word', async () => {
    const { model, running, complain } = rig();
    model.upload([file('one.txt')]);
    model.stopUpload(1);
    await settled();
    expect(running[0]?.signal.aborted).toBe(true);
    expect(model.getSnapshot().uploads).toEqual([]);
    expect(complain).not.toHaveBeenCalled();
  });

  it('J3: more files than anybody reads are cut off, and told', () => {
    const { model, running, tell } = rig();
    model.upload(Array.from({ length: 51 }, (_, index) => file(`${index}`)));
    expect(running).toHaveLength(50);
    expect(tell.mock.calls).toEqual([['Only the first 50 files are attached. Add the rest to the desk.']]);
  });
});

describe('sending', () => {
  const delivery = () => vi.fn<(draft: Draft) => Promise<void>>(async () => {});

  it('J3: a message goes with what its attachments hold, and the field is empty at once', async () => {
    const { model, keeper, focus } = rig();
    keeper.edit({ text: '  Hi  ' });
    model.attach([artifact('a')]);
    const deliver = delivery();
    const sending = model.send(deliver);
    expect(keeper.getSnapshot()).toMatchObject({ text: '', attachments: [] });
    expect(model.getSnapshot().isSending).toBe(true);
    await sending;
    expect(deliver.mock.lastCall?.[0]).toMatchObject({ text: 'Hi', attachments: [{ label: 'a, resolved' }] });
    expect(model.getSnapshot().isSending).toBe(false);
    expect(focus).toHaveBeenCalledTimes(2);
  });

  it('J3: nothing is sent while there is nothing, a file is on its way, or another message is', async () => {
    const { model, keeper, running } = rig();
    const deliver = delivery();
    keeper.edit({ text: '   ' });
    expect(model.canSend).toBe(false);
    await model.send(deliver);
    keeper.edit({ text: 'Hi' });
    model.upload([file('one.txt')]);
    expect(model.canSend).toBe(false);
    await model.send(deliver);
    expect(deliver).not.toHaveBeenCalled();
    running[0]?.done(kept('one'));
    await settled();
    expect(model.canSend).toBe(true);
    const first = model.send(deliver);
    keeper.edit({ text: 'And' });
    expect(model.canSend).toBe(false);
    await model.send(deliver);
    await first;
    expect(deliver).toHaveBeenCalledOnce();
    expect(keeper.getSnapshot().text).toBe('And');
  });

  it('J3: an attachment alone is a message', () => {
    const { model } = rig();
    model.attach([artifact('a')]);
    expect(model.canSend).toBe(true);
  });

  it('J3: what was not sent comes back, before what has been typed since', async () => {
    const { model, keeper, complain, labels, focus } = rig();
    keeper.edit({ text: 'First' });
    model.attach([artifact('a')]);
    const failure = new Error('Not now.');
    let fail = (_error: Error): void => {};
    const sending = model.send(() => new Promise((_, reject) => (fail = reject)));
    await settled();
    keeper.edit({ text: 'Then' });
    model.attach([artifact('b')]);
    fail(failure);
    await sending;
    expect(complain.mock.calls).toEqual([[failure]]);
    expect(keeper.getSnapshot().text).toBe('First\nThen');
    expect(labels()).toEqual(['a', 'b']);
    expect(model.canSend).toBe(true);
    expect(focus).toHaveBeenCalledTimes(3);
  });

  it('J3: an attachment that cannot be read brings the message back too', async () => {
    const { model, keeper, resolve } = rig();
    resolve.mockRejectedValue(new Error('It no longer exists.'));
    keeper.edit({ text: 'Hi' });
    const deliver = delivery();
    await model.send(deliver);
    expect(deliver).not.toHaveBeenCalled();
    expect(keeper.getSnapshot().text).toBe('Hi');
  });
});

describe('the selection', () => {
  const sent = async ({ model }: ReturnType<typeof rig>) => {
    const drafts: Draft[] = [];
    await model.send((draft) => Promise.resolve(void drafts.push(draft)));
    return drafts[0]?.attachments.map(({ label }) => label);
  };

  it('J3: goes along with the message and is no part of the draft', async () => {
    const composing = rig();
    composing.keeper.edit({ text: 'Rename this to Towns' });
    composing.selected.push(artifact('Cities'));
    expect(composing.labels()).toEqual([]);
    expect(await sent(composing)).toEqual(['Selected: Cities']);
  });

  it('J3: a message that comes back leaves it to what is selected then', async () => {
    const { model, keeper, selected, labels } = rig();
    keeper.edit({ text: 'Rename this' });
    selected.push(artifact('Cities'));
    await model.send(() => Promise.reject(new Error('Not now.')));
    expect([keeper.getSnapshot().text, labels()]).toEqual(['Rename this', []]);
  });

  it('J3: gives way to artifacts that are attached, not to files', async () => {
    const composing = rig();
    composing.selected.push(artifact('Cities'));
    composing.model.attach([artifact('Plan')]);
    expect(await sent(composing)).toEqual(['Plan, resolved']);
    composing.model.add([kept('photo.png')]);
    expect(await sent(composing)).toEqual(['photo.png, resolved', 'Selected: Cities']);
  });

  it('J3: of another workspace stays there', async () => {
    const composing = rig();
    composing.keeper.edit({ text: 'Rename this' });
    composing.selected.push({ ...artifact('Cities'), workspace: 'other' });
    expect(await sent(composing)).toEqual([]);
  });
});
