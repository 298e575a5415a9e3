import { reduceChat, viewContextsOf, type ChatState, type ViewContextAction } from '@loggia/protocol';
import { expect, test } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { ManualTime } from './manual-time.testkit.ts';
import { blocksOf, givenBy } from './message-content.ts';
import { attachmentsFrom, OwnContext, removeContext } from './model-context.ts';

const text = (said: string) => [{ type: 'text', text: said }];

/** A chat of a host that accepts everything. */
function chatOf() {
  const sent: ViewContextAction[] = [];
  const view = { state: { turns: [] } as unknown as ChatState, ready: Promise.resolve() };
  const host = {
    chats: { hold: () => () => {}, view: () => view },
    client: {
      dispatch: (_chat: string, action: ViewContextAction) => {
        sent.push(action);
        view.state = reduceChat(view.state, action);
        return { settled: Promise.resolve() };
      },
    },
  } as unknown as ShellHost;
  const time = new ManualTime();
  return { host, sent, view, time, of: (id: string) => new OwnContext(host, id, time) };
}

const said = (state: ChatState) =>
  viewContextsOf(state).map(({ view, attachments }) => [view, attachments[0]?.label, attachments.length]);

test('E7: a View sets, reads and takes back its own context, and no other View’s', async () => {
  const { view, time, of, host } = chatOf();
  const [one, other] = [of('a'), of('b')];
  await one.set('chat:1', { title: 'A', content: text('one') });
  await other.set('chat:1', { title: 'B', server: 'Finance', content: text('two') });
  expect(said(view.state)).toEqual([
    ['a', 'A', 1],
    ['b', 'B', 1],
  ]);
  expect(await other.in('chat:1')).toEqual([
    { type: 'simple', label: 'B', modelRepresentation: 'B shows:\ntwo' },
  ]);
  const emptied = one.set('chat:1', { title: 'A', content: [] });
  await time.pass(1000);
  await emptied;
  expect(said(view.state)).toEqual([['b', 'B', 1]]);
  await removeContext(host, 'chat:1', 'b');
  expect(viewContextsOf(view.state)).toEqual([]);
  // Nothing waits any more.
  await other.remove('chat:1');
});

test('E7: of a burst, the chat gets the latest', async () => {
  const { sent, time, of } = chatOf();
  const own = of('a');
  const burst = ['1', '2', '3', '4'].map((word) => own.set('chat:1', { title: 'A', content: text(word) }));
  await time.pass(1000);
  await Promise.all(burst);
  expect(JSON.stringify(sent)).not.toContain('shows:\\n3');
  expect(sent.at(-1)).toMatchObject({
    context: { attachments: [{ modelRepresentation: 'A shows:\n4' }] },
  });
  expect(sent.length).toBeLessThanOrEqual(2);
});

test('E7: data is told as text', () => {
  expect(attachmentsFrom('Budget', { content: text('Over'), structuredContent: { x: 1 } })).toEqual([
    { type: 'simple', label: 'Budget', modelRepresentation: 'Budget shows:\nOver\n\n{\n  "x": 1\n}' },
  ]);
});

test('E7: a message may be one block or a list of them', () => {
  expect(blocksOf({ type: 'text', text: 'Hi' })).toEqual(text('Hi'));
  expect(blocksOf(text('Hi'))).toEqual(text('Hi'));
  for (const nonsense of [
    undefined,
    null,
    'Hi',
    [1],
    [{}],
    Array.from({ length: 500 }, () => ({ type: 'text', text: '' })),
  ])
    expect(blocksOf(nonsense)).toBeUndefined();
});

test('E7: pictures and resources go along as attachments', () => {
  const given = givenBy([
    { type: 'text', text: 'Look' },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'x://a', text: 'inside' } },
    { type: 'resource_link', uri: 'x://b', name: 'B' },
    { type: 'hologram' },
  ]);
  expect(given).toEqual({
    text: 'Look',
    attachments: [
      { type: 'embeddedResource', label: 'Image', data: 'AAAA', contentType: 'image/png' },
      { type: 'simple', label: 'x://a', modelRepresentation: 'inside' },
      { type: 'resource', label: 'B', uri: 'x://b' },
    ],
  });
});
