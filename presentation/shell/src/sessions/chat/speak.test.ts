import { ActionRejected } from '@loggia/client';
import type { ChatState, Message, StateAction } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { ManualTime } from '../../views/manual-time.testkit.ts';
import { draftOf, emptyDraft, messageOf, say, steer, stopTurn } from './speak.ts';

const message: Message = { text: 'Hi', origin: { kind: 'user' } };
const activeTurn = { id: 't', startedAt: '2026-01-01T00:00:00.000Z', message, responseParts: [] };

function rig(refusal?: string) {
  const sent: StateAction[] = [];
  const time = new ManualTime();
  const environment = {
    newId: () => `id${sent.length}`,
    now: () => Date.parse('2026-01-01T00:00:05.000Z'),
    after: time.after,
  };
  const dispatch = (_: string, action: StateAction) => {
    sent.push(action);
    const isRefused = refusal !== undefined && action.type === 'chat/turnStarted';
    const settled = isRefused ? Promise.reject(new ActionRejected(refusal)) : Promise.resolve('accepted');
    return { clientSeq: sent.length, settled };
  };
  return { client: { environment, dispatch } as unknown as Parameters<typeof say>[0], sent, time };
}

/** A chat whose state the test changes. */
function chatOf(initial: object = {}) {
  let state = { turns: [], ...initial } as Pick<ChatState, 'activeTurn' | 'turns'>;
  const listeners = new Set<() => void>();
  return {
    uri: 'chat:',
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    listeners,
    become: (change: object) => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
}

const kinds = (sent: readonly StateAction[]) =>
  sent.map((action) => ('kind' in action ? `${action.type} ${action.kind}` : action.type));

describe('speaking', () => {
  it('J3: a message starts a turn, or waits while one is running', async () => {
    const idle = rig();
    await say(idle.client, chatOf(), message);
    expect(kinds(idle.sent)).toEqual(['chat/turnStarted']);
    const busy = rig();
    await say(busy.client, chatOf({ activeTurn }), message);
    expect(kinds(busy.sent)).toEqual(['chat/pendingMessageSet queued']);
  });

  it.each([
    ['runs', { activeTurn }],
    ['is over already', { turns: [{ id: 't' }] }],
  ])(
    'J3: where somebody else was a moment faster, and their turn %s, the message waits',
    async (_, state) => {
      const { client, sent, time } = rig('In whatever words the host says it.');
      const chat = chatOf();
      const saying = say(client, chat, message);
      await time.pass(100);
      expect(kinds(sent)).toEqual(['chat/turnStarted']);
      chat.become({ activity: 'Something else changes.' });
      chat.become(state);
      await saying;
      expect(kinds(sent)).toEqual(['chat/turnStarted', 'chat/pendingMessageSet queued']);
      expect(chat.listeners.size).toBe(0);
      expect(time.waiting).toBe(0);
    },
  );

  it('J3: any other refusal is told', async () => {
    const { client, sent, time } = rig('This chat takes no messages.');
    const chat = chatOf({ turns: [{ id: 'before' }] });
    const saying = say(client, chat, message).catch((error: unknown) => error);
    await time.pass(1000);
    expect(await saying).toMatchObject({ message: expect.stringContaining('takes no messages') as string });
    expect(kinds(sent)).toEqual(['chat/turnStarted']);
    expect(chat.listeners.size).toBe(0);
  });

  it('J3: steering takes a message out of the queue and puts the one before it back', () => {
    const { client, sent } = rig();
    const state = {
      steeringMessage: { id: 'old', message },
      queuedMessages: [{ id: 'new', message }],
    } as unknown as ChatState;
    steer(client, 'chat:', state, { id: 'new', message });
    expect(kinds(sent)).toEqual([
      'chat/pendingMessageRemoved queued',
      'chat/pendingMessageRemoved steering',
      'chat/pendingMessageSet queued',
      'chat/pendingMessageSet steering',
    ]);
  });

  it('J3: stopping ends the running turn, and nothing where none runs', () => {
    const { client, sent } = rig();
    expect(stopTurn(client, 'chat:', {} as ChatState)).toBeUndefined();
    void stopTurn(client, 'chat:', { activeTurn } as unknown as ChatState);
    expect(sent).toEqual([{ type: 'chat/turnCancelled', turnId: 't', duration: 5000 }]);
  });

  it('J3: a draft and its message are the same thing', () => {
    const full = { ...message, attachments: [{ type: 'simple' as const, label: 'a' }], model: { id: 'm' } };
    expect(messageOf(draftOf(full))).toEqual(full);
    expect(draftOf(undefined)).toEqual(emptyDraft);
    expect(messageOf({ ...emptyDraft, text: 'Hi' })).toEqual(message);
  });
});
