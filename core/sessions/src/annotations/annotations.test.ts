import {
  annotationsUri,
  attachedAnnotationsOf,
  titledAnnotation,
  viewMark,
  type Annotation,
  type AnnotationsState,
  type Attachment,
  type StateAction,
} from '@loggia/protocol';
import { userMessage } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import type { Harness, HarnessMessage } from '../index.ts';
import { rig } from '../rig.testkit.ts';
import { ActionRefused } from '../rules/refusal.ts';
import { annotationLimits } from './annotation-rules.ts';

type Rig = Awaited<ReturnType<typeof rig>>;

const session = 'ahp-session:/s';
const uri = annotationsUri(session);

function comment(id: string, text = 'Why?', more: Partial<Annotation> = {}): Annotation {
  const entries = [{ id: `${id}-1`, text }];
  return { id, origin: { session }, resource: `file:///p/${id}.ts`, resolved: false, entries, ...more };
}

const set = (annotation: Annotation): StateAction => ({ type: 'annotations/set', annotation });

async function commentsOf(host: Rig): Promise<readonly Annotation[] | undefined> {
  return (await host.kernel.load<AnnotationsState>(uri))?.state.annotations;
}

async function begun(options: Parameters<typeof rig>[0] = {}) {
  const host = await rig(options);
  return { host, ...(await host.create(session)) };
}

describe('the comments of a session', () => {
  test('A2: they survive a restart, and its state and the list of sessions count them', async () => {
    const { host } = await begun();
    await host.dispatch(uri, set(comment('a')));
    await host.dispatch(uri, {
      type: 'annotations/entrySet',
      annotationId: 'a',
      entry: { id: 'a-2', text: { markdown: '*No*' } },
    });
    await host.dispatch(uri, { type: 'annotations/updated', annotationId: 'a', resolved: true });
    await host.kernel.settled();
    const counts = { resource: uri, annotationCount: 1, entryCount: 2 };
    expect((await host.session(session)).annotations).toEqual(counts);
    expect(host.announced.changed.at(-1)).toEqual([session, { annotations: counts }]);
    await host.close();

    const again = await rig({ disk: host.disk });
    expect(await commentsOf(again)).toMatchObject([{ id: 'a', resolved: true, entries: [{}, {}] }]);
    expect((await again.sessions.list({})).items).toMatchObject([{ annotations: counts }]);
  });

  test('A2: the count follows a change of the comments at once, by the same author', async () => {
    const { host } = await begun();
    await host.dispatch(uri, set(comment('a')));
    await host.kernel.settled();
    const before = host.kernel.seq;
    await host.dispatch(uri, { type: 'annotations/removed', annotationId: 'a' });
    await host.kernel.settled();
    const log = await host.kernel.replay(before, [uri, session], { authors: true });
    expect(log?.entries.map(({ json }) => (JSON.parse(json) as { action: StateAction }).action.type)).toEqual(
      ['annotations/removed', 'x-loggia/annotationsCounted'],
    );
    expect((await host.session(session)).annotations).toMatchObject({ annotationCount: 0 });
  });

  test('A9: they go with their session', async () => {
    const { host } = await begun();
    await host.dispatch(uri, set(comment('a')));
    await host.sessions.disposeSession(session);
    await host.kernel.settled();
    expect(await host.kernel.exists(uri)).toBe(false);
    expect(await host.dispatch(uri, set(comment('b')))).toBe(false);
  });

  test('L5: no session can take the address of comments', async () => {
    const { host } = await begun();
    await expect(host.sessions.createSession({ channel: uri }, 'c1')).rejects.toThrow('Choose another URI');
  });

  const position = { line: 1, character: 0 };
  test.each<[string, StateAction, string]>([
    ['an empty comment', set(comment('b', ' ')), 'some text'],
    ['a comment without entries', set(comment('b', '', { entries: [] })), 'at least one entry'],
    ['a long text', set(comment('b', 'x'.repeat(annotationLimits.characters + 1))), 'Shorten it'],
    ['a comment without an id', set(comment('', 'x')), '1 to 256'],
    ['a long id', set(comment('b'.repeat(257), 'x')), '1 to 256'],
    [
      'entries with the same id',
      set(comment('b', '', { entries: [...comment('b').entries, ...comment('b').entries] })),
      'the same id',
    ],
    [
      'a range that ends before it starts',
      set(comment('b', 'x', { range: { start: position, end: { line: 0, character: 5 } } })),
      'ends after that',
    ],
    [
      'a negative line',
      set(comment('b', 'x', { range: { start: { line: -1, character: 0 }, end: position } })),
      'line 0 or later',
    ],
    [
      'large metadata',
      set(comment('b', 'x', { _meta: { x: 'y'.repeat(annotationLimits.allCharacters) } })),
      'too long altogether',
    ],
    ['an unknown comment', { type: 'annotations/updated', annotationId: 'x', resolved: true }, 'was deleted'],
    ['a comment that is gone', { type: 'annotations/removed', annotationId: 'x' }, 'was deleted'],
    [
      'a reply that is gone',
      { type: 'annotations/entryRemoved', annotationId: 'a', entryId: 'x' },
      'deleted already',
    ],
    [
      'the last entry',
      { type: 'annotations/entryRemoved', annotationId: 'a', entryId: 'a-1' },
      'Delete the comment instead',
    ],
    ['an action of another kind', { type: 'session/ready' }, 'does not belong'],
  ])('L5: %s is refused with a reason', async (_what, action, reason) => {
    const { host } = await begun();
    await host.dispatch(uri, set(comment('a')));
    const refused = host.dispatch(uri, action);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow(ActionRefused);
    expect(await commentsOf(host)).toEqual([comment('a')]);
  });

  test('L5: their number is bounded', async () => {
    const { host } = await begun();
    for (let n = 0; n < annotationLimits.annotations; n += 1) await host.dispatch(uri, set(comment(`a${n}`)));
    await expect(host.dispatch(uri, set(comment('more')))).rejects.toThrow('Delete some first');
    // One that is there can still be changed.
    await host.dispatch(uri, set(comment('a0', 'Changed')));
    expect(await commentsOf(host)).toHaveLength(annotationLimits.annotations);
  });
});

describe('comments that go with a message', () => {
  const heard: HarnessMessage[] = [];
  const listener: Harness = {
    describe: { provider: 'listener', displayName: 'Listener', description: 'Listens', models: [] },
    async *run(turn) {
      heard.push(turn.message, ...turn.history().map(({ message }) => message));
      yield { kind: 'text', text: 'Heard.' };
    },
  };

  async function said(host: Rig, chat: string, attachment: Attachment, turnId = 't'): Promise<void> {
    heard.length = 0;
    const startedAt = '2026-01-01T00:00:00.000Z';
    const message = { ...userMessage('Look'), attachments: [attachment] };
    await host.dispatch(chat, { type: 'chat/turnStarted', turnId, startedAt, message });
    await host.until(chat, (state) => state.turns.at(-1)?.id === turnId);
  }

  const attachment: Attachment = { type: 'annotations', label: 'Comments', resource: uri };

  test('A6: the model gets them as text, and a later change leaves the message as it was', async () => {
    const { host, chat } = await begun({ harnesses: [listener] });
    const range = { start: { line: 3, character: 0 }, end: { line: 5, character: 1 } };
    await host.dispatch(uri, set(comment('a', 'Why a loop?\nReally?', { range })));
    await host.dispatch(uri, {
      type: 'annotations/entrySet',
      annotationId: 'a',
      entry: { id: 'a-2', text: { markdown: 'Use *map*.' } },
    });
    const _meta = titledAnnotation('Budget');
    await host.dispatch(uri, set(comment('b', 'Later', { resolved: true, _meta })));
    await said(host, chat, attachment);
    const text = [
      'Comment on file:///p/a.ts, lines 4–6:\n- Why a loop?\n  Really?\n- Use *map*.',
      'Comment on “Budget” (file:///p/b.ts) (resolved):\n- Later',
    ].join('\n\n');
    expect(heard[0]?.attachments).toEqual([{ label: 'Comments', text }]);

    await host.dispatch(uri, { type: 'annotations/removed', annotationId: 'a' });
    await said(host, chat, { ...attachment, annotationIds: ['b'] }, 't2');
    expect(heard.map(({ attachments }) => attachments?.[0]?.text)).toEqual([
      'Comment on “Budget” (file:///p/b.ts) (resolved):\n- Later',
      text,
    ]);
    const { turns } = await host.chat(chat);
    const [first, second] = turns.map(({ message }) => message.attachments?.[0]);
    expect(first).toMatchObject({ annotationIds: ['a', 'b'] });
    expect(second && attachedAnnotationsOf(second)?.resources).toEqual(['file:///p/b.ts']);
  });

  test('L5: a deleted comment, and one of another session, are refused', async () => {
    const { host, chat } = await begun({ harnesses: [listener] });
    await host.create('ahp-session:/other');
    const gone = said(host, chat, { ...attachment, annotationIds: ['x'] });
    await expect(gone).rejects.toThrow('were deleted');
    const foreign = said(host, chat, { ...attachment, resource: annotationsUri('ahp-session:/other') });
    await expect(foreign).rejects.toThrow('Only comments of the same session');
    expect(heard).toEqual([]);
  });

  test('E7: what a View attaches is not read', async () => {
    const { host, chat } = await begun({ harnesses: [listener] });
    await host.dispatch(uri, set(comment('a', 'secret')));
    await said(host, chat, { ...attachment, _meta: viewMark({ id: 'v', title: 'View' }) });
    expect(JSON.stringify(heard)).not.toContain('secret');
  });
});
