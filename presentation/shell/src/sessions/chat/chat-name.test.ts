import { expect, test } from 'vitest';
import { chatName, openerOf } from './chat-name.ts';

const chats = [
  { resource: 'a', title: 'New session' },
  { resource: 'b', title: 'Fork of Plan a trip', origin: { kind: 'fork' } },
  { resource: 'c', title: 'New chat', origin: { kind: 'user' } },
] as never[];
const session = { title: 'Plan a trip', defaultChat: 'a', chats };

test('J3: the first chat keeps the title of the session, a fork says of what, and none is called new', () => {
  expect(chats.map((chat) => chatName(chat, session))).toEqual([
    'Plan a trip',
    'Fork of Plan a trip',
    'Chat 3',
  ]);
  expect(chatName(chats[0] as never, { ...session, title: 'New session' })).toBe('Main');
});

test('K5: a chat that an agent opened tells from where', () => {
  const opened = { origin: { kind: 'tool' as const, chat: 'a', toolCallId: 't' } };
  expect(openerOf(opened, session)).toBe('Opened by the agent in “Plan a trip”');
  expect(openerOf(opened, { ...session, chats: [] })).toBe('Opened by an agent');
  expect(openerOf(chats[1] as never, session)).toBeUndefined();
});
