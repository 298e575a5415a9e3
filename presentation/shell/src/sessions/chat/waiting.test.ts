import type { InputNeeded, ToolCall } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { nextAfter, waitingIn, type Waiting } from './waiting.ts';

const call: ToolCall = {
  toolCallId: 'c',
  toolName: 'rm',
  displayName: 'Remove',
  invocationMessage: 'Removing',
  status: 'pending-confirmation',
};
const confirmation: InputNeeded = {
  kind: 'toolConfirmation',
  id: '1',
  chat: 'chat:a',
  turnId: 't',
  toolCall: call,
};

describe('what waits in a session', () => {
  it('J3: is told in a sentence, with the chat and the row to go to', () => {
    expect(
      waitingIn({
        inputNeeded: [
          confirmation,
          { kind: 'chatInput', id: '2', chat: 'chat:b', request: { id: 'r', message: 'Your name?' } },
        ],
      }),
    ).toEqual([
      { id: '1', chat: 'chat:a', turn: 't', subject: 'c', says: 'May the agent use “Remove”?' },
      { id: '2', chat: 'chat:b', turn: undefined, subject: 'r', says: 'Your name?' },
    ]);
  });

  it('J3: what a client runs does not wait for the user', () => {
    const running: InputNeeded = {
      ...confirmation,
      kind: 'toolClientExecution',
      clientId: 'x',
    } as InputNeeded;
    expect(waitingIn({ inputNeeded: [running] })).toEqual([]);
    expect(waitingIn({})).toEqual([]);
    expect(waitingIn(undefined)).toEqual([]);
  });

  it('J3: sign-ins and results are told apart from calls', () => {
    const says = (entry: InputNeeded) => waitingIn({ inputNeeded: [entry] })[0]?.says;
    expect(says({ ...confirmation, kind: 'toolAuthentication' } as InputNeeded)).toContain('sign-in');
    const result = {
      ...call,
      status: 'pending-result-confirmation',
      confirmed: 'not-needed',
      success: true,
      pastTenseMessage: '',
    };
    expect(says({ ...confirmation, toolCall: result } as InputNeeded)).toContain('answered');
    const titled = { ...call, confirmationTitle: { markdown: 'Remove **all**?' } };
    expect(says({ ...confirmation, toolCall: titled } as InputNeeded)).toBe('Remove all?');
  });
});

describe('J3: after an answer', () => {
  const waiting = ['a', 'b', 'c'].map((subject): Waiting => ({
    id: subject,
    chat: 'chat:a',
    turn: 't',
    subject,
    says: subject,
  }));

  it.each([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
    ['gone', 'a'],
  ])('of %s, the next question is %s', (answered, next) => {
    expect(nextAfter(waiting, answered)?.subject).toBe(next);
  });

  it('of the last one, there is none', () => {
    expect(nextAfter(waiting.slice(0, 1), 'a')).toBeUndefined();
  });
});
