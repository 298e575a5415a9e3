import { Status, type ChatSummary } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { openedChatState } from './opened-chat-state.ts';

const chat = 'ahp-chat:/a';
const listed = (status: number, more: Partial<ChatSummary> = {}): ChatSummary[] => [
  { resource: chat, title: 'A', modifiedAt: '', status, ...more },
];

test('K5: the card of a delegation tells how the work in its chat stands', () => {
  expect(openedChatState(undefined, chat)).toEqual({ isThere: true });
  expect(openedChatState([], chat)).toEqual({ word: 'Closed', isThere: false });
  expect(openedChatState(listed(Status.inputNeeded), chat)).toMatchObject({ word: 'Waiting for you' });
  expect(openedChatState(listed(Status.inProgress, { activity: 'Reading' }), chat)).toEqual({
    word: 'Working',
    tone: 'info',
    activity: 'Reading',
    isThere: true,
  });
  expect(openedChatState(listed(Status.error), chat)).toMatchObject({ word: 'Interrupted' });
  expect(openedChatState(listed(Status.idle | Status.isRead), chat)).toMatchObject({ word: 'Finished' });
  expect(openedChatState(listed(Status.idle), chat)).toMatchObject({ word: 'Finished' });
});
