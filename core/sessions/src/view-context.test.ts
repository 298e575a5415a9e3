import {
  viewContextLimits,
  viewContextsOf,
  viewMark,
  type Attachment,
  type StateAction,
  type ViewContext,
  type ViewContextAction,
} from '@loggia/protocol';
import { userMessage } from '@loggia/testing';
import { expect, test } from 'vitest';
import { rig } from './rig.testkit.ts';
import { ActionRefused } from './rules/refusal.ts';

type Rig = Awaited<ReturnType<typeof rig>>;

function context(view: string, said: string, more: Partial<ViewContext> = {}): ViewContext {
  const attachments: Attachment[] = [{ type: 'simple', label: view, modelRepresentation: said }];
  return { view, title: `View ${view}`, server: 'Finance', attachments, ...more };
}

function marked(view: string, said: string): Attachment {
  const _meta = viewMark({ id: view, title: `View ${view}`, server: 'Finance' });
  return { type: 'simple', label: view, modelRepresentation: said, _meta };
}

function act(host: Rig, chat: string, action: ViewContextAction, clientId = 'c1'): Promise<boolean> {
  return host.dispatch(chat, action as unknown as StateAction, clientId);
}

const set = (host: Rig, chat: string, given: ViewContext) =>
  act(host, chat, { type: 'x-loggia/viewContextSet', context: given });

async function begun() {
  const host = await rig();
  return { host, ...(await host.create()) };
}

test('E7: the last context of each View goes with the next message of any client, once', async () => {
  const { host, chat } = await begun();
  await set(host, chat, context('a', 'first'));
  await set(host, chat, context('b', 'other'));
  await set(host, chat, context('a', 'last'));
  const startedAt = '2026-01-01T00:00:00.000Z';
  const message = userMessage('What do you see?');
  await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 't', startedAt, message }, 'another');
  const state = await host.idle(chat);
  expect(state.turns[0]?.message.attachments).toEqual([marked('a', 'last'), marked('b', 'other')]);
  expect(state._meta).toBeUndefined();
  await host.say(chat, 'And now?');
  expect((await host.idle(chat)).turns[1]?.message.attachments).toBeUndefined();
});

test('E7: it survives a restart of the host', async () => {
  const { host, chat } = await begun();
  await set(host, chat, context('a', 'kept'));
  await host.close();
  const again = await rig({ disk: host.disk });
  expect(viewContextsOf(await again.chat(chat))).toMatchObject([{ view: 'a' }]);
  await again.say(chat, 'Go on');
  expect((await again.idle(chat)).turns[0]?.message.attachments).toEqual([marked('a', 'kept')]);
});

test('E7: a queued message takes it when its turn starts, a steering message at once', async () => {
  const { host, chat } = await begun();
  await host.say(chat, '/ask', 'first');
  const pending = (kind: 'queued' | 'steering', text: string) =>
    host.dispatch(chat, { type: 'chat/pendingMessageSet', kind, id: text, message: userMessage(text) });
  await set(host, chat, context('a', 'early'));
  await pending('queued', 'later');
  expect(viewContextsOf(await host.chat(chat))).toHaveLength(1);
  await set(host, chat, context('a', 'late'));
  await host.dispatch(chat, { type: 'chat/turnCancelled', turnId: 'first', duration: 0 });
  const done = await host.until(chat, (state) => state.turns.length === 2 && !state.activeTurn);
  expect(done.turns[1]?.message.attachments).toEqual([marked('a', 'late')]);
  await host.say(chat, '/ask');
  await set(host, chat, context('a', 'now'));
  await pending('steering', 'also');
  const steered = await host.chat(chat);
  expect(steered.steeringMessage?.message.attachments).toEqual([marked('a', 'now')]);
  expect(viewContextsOf(steered)).toEqual([]);
});

test('E7: of a message that waited, an earlier context of the same View is replaced', async () => {
  const { host, chat } = await begun();
  await host.say(chat, '/ask', 'first');
  const own: Attachment = { type: 'simple', label: 'Mine' };
  const message = { ...userMessage('later'), attachments: [own, marked('a', 'old')] };
  await host.dispatch(chat, { type: 'chat/pendingMessageSet', kind: 'queued', id: 'q', message });
  await set(host, chat, context('a', 'new'));
  await host.dispatch(chat, { type: 'chat/turnCancelled', turnId: 'first', duration: 0 });
  const done = await host.until(chat, (state) => state.turns.length === 2 && !state.activeTurn);
  expect(done.turns[1]?.message.attachments).toEqual([own, marked('a', 'new')]);
});

test('E7: every client can remove it', async () => {
  const { host, chat } = await begun();
  await set(host, chat, context('a', 'one'));
  await act(host, chat, { type: 'x-loggia/viewContextRemoved', view: 'a' }, 'another');
  expect(viewContextsOf(await host.chat(chat))).toEqual([]);
  const again = act(host, chat, { type: 'x-loggia/viewContextRemoved', view: 'a' });
  await expect(again).rejects.toThrow('not waiting any more');
});

test("E10: a View's own message goes without the context of others", async () => {
  const { host, chat } = await begun();
  await set(host, chat, context('a', 'one'));
  const message = { ...userMessage('From b'), _meta: viewMark({ id: 'b' }) };
  const startedAt = '2026-01-01T00:00:00.000Z';
  await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 't', startedAt, message });
  const state = await host.idle(chat);
  expect(state.turns[0]?.message.attachments).toBeUndefined();
  expect(viewContextsOf(state)).toHaveLength(1);
});

test('E10: each part carries the View’s mark, whatever the client claims', async () => {
  const { host, chat } = await begun();
  const attachments: Attachment[] = [
    { type: 'simple', label: 'Mine', _meta: { 'loggia.file': { hash: 'f'.repeat(64), size: 1 } } },
  ];
  await set(host, chat, context('a', '', { attachments }));
  const _meta = viewMark({ id: 'a', title: 'View a', server: 'Finance' });
  expect(viewContextsOf(await host.chat(chat))[0]?.attachments).toEqual([
    { type: 'simple', label: 'Mine', _meta },
  ]);
});

test('E7: too much context, and context that the host would have to read, is refused', async () => {
  const { host, chat } = await begun();
  const attachments: Attachment[] = [{ type: 'chat', label: 'Secrets', resource: 'ahp-chat:/other' }];
  await expect(set(host, chat, context('a', '', { attachments }))).rejects.toThrow(ActionRefused);
  const half = 'x'.repeat(viewContextLimits.characters / 2);
  await set(host, chat, context('a', half));
  await expect(set(host, chat, context('b', half))).rejects.toThrow('too long for a model');
  await set(host, chat, context('a', 'short'));
  for (let views = 1; views < viewContextLimits.views; views += 1)
    await set(host, chat, context(`v${views}`, 'x'));
  await expect(set(host, chat, context('b', 'x'))).rejects.toThrow('32 Views');
  await set(host, chat, context('a', 'still'));
});
