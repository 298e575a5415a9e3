import { viewMark, type Message } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { isOwn, sendable, speakerOf } from './speaker.ts';

const own: Message = { text: 'Hi', origin: { kind: 'user' } };

test('E10: a message that a View wrote is named after the View and its server, never "You"', () => {
  const marked = (mark: Readonly<Record<string, unknown>>): Message => ({ ...own, _meta: mark });
  const said = [
    own,
    marked(viewMark({ id: 'v', title: 'Budget', server: 'Finance' })),
    marked(viewMark({ title: 'You\n\u202eknow' })),
    marked({ 'loggia.view': 'v' }),
    marked({ 'loggia.view': null }),
  ];
  expect(said.map(speakerOf)).toEqual([
    'You',
    'View “Budget” of Finance',
    'View “You \ufffdknow”',
    'A View',
    'A View',
  ]);
  expect(said.map(isOwn)).toEqual([true, false, false, false, false]);
});

test('E10: sent again, it keeps its mark', () => {
  const message: Message = { ...own, origin: { kind: 'tool' }, _meta: viewMark({ id: 'v' }) };
  expect(sendable(message)).toEqual({ ...message, origin: { kind: 'user' } });
});
