import { expect, test } from 'vitest';
import { blocksOf, givenBy } from './message-content.ts';
import { modelContextOf, setModelContext } from './model-context.ts';

const text = (said: string) => [{ type: 'text', text: said }];

test('E7: of each View the last word counts, and Views do not overwrite each other', () => {
  const context = modelContextOf('chat:1');
  setModelContext('chat:1', { view: 'a', title: 'A', content: text('one') });
  setModelContext('chat:1', { view: 'b', title: 'B', content: text('two') });
  setModelContext('chat:1', { view: 'a', title: 'A', content: text('three') });
  expect(context.getSnapshot().map(({ view, content }) => [view, content[0]?.['text']])).toEqual([
    ['a', 'three'],
    ['b', 'two'],
  ]);
  expect(modelContextOf('chat:2').getSnapshot()).toEqual([]);
});

test('E7: what is sent with a message is sent once, with data as text', () => {
  const context = modelContextOf('chat:3');
  let told = 0;
  context.subscribe(() => (told += 1));
  setModelContext('chat:3', {
    view: 'a',
    title: 'Budget',
    server: 'Finance',
    content: text('Over'),
    structuredContent: { x: 1 },
  });
  expect(context.take()).toEqual([
    {
      type: 'simple',
      label: 'Budget',
      modelRepresentation: 'Budget shows:\nOver\n\n{\n  "x": 1\n}',
      _meta: { 'loggia.view': { id: 'a', title: 'Budget', server: 'Finance' } },
    },
  ]);
  expect(context.take()).toEqual([]);
  expect(told).toBe(2);
});

test('E7: a View takes its word back by saying nothing, and the user can', () => {
  const context = modelContextOf('chat:4');
  setModelContext('chat:4', { view: 'a', title: 'A', content: text('one') });
  setModelContext('chat:4', { view: 'a', title: 'A', content: [] });
  expect(context.getSnapshot()).toEqual([]);
  setModelContext('chat:4', { view: 'a', title: 'A', content: text('one') });
  context.remove('a');
  expect(context.getSnapshot()).toEqual([]);
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
