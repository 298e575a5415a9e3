import { ManualClock, ManualScheduler } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import { InteractiveCalls, type BegunCall } from './interactive-calls.ts';

const forever = new AbortController().signal;
const begun: BegunCall = {
  clientId: 'shell',
  id: 'mine',
  server: 's',
  serverName: 'everything',
  tool: 't',
  by: 'person',
  sampling: undefined,
};
const schema = { type: 'object', properties: { color: { type: 'string' } } };

function open() {
  const scheduler = new ManualScheduler(new ManualClock());
  const calls = new InteractiveCalls(scheduler);
  const follow = (after?: number, clientId = 'shell') => calls.follow({ clientId, after }, forever);
  return { scheduler, calls, follow };
}

describe('B8: what a server asks during a call outside any chat', () => {
  it('reaches the client that made the call, and only its answer counts', async () => {
    const { calls, follow } = open();
    const call = calls.begin(begun);
    const { seq } = await follow();
    const following = follow(seq);
    const answer = call.hooks.elicit?.({ message: 'Which?', requestedSchema: schema }, forever);
    const { calls: shown } = await following;
    expect(shown).toEqual([
      {
        id: 'mine',
        server: 's',
        serverName: 'everything',
        tool: 't',
        by: 'person',
        questions: [
          {
            id: expect.any(String) as string,
            message: 'everything: Which?',
            questions: [{ kind: 'text', id: 'color', message: 'color' }],
          },
        ],
      },
    ]);
    const question = shown[0]?.questions[0]?.id ?? '';
    const blue = { state: 'submitted' as const, value: { kind: 'text' as const, value: 'blue' } };
    const reply = { call: 'mine', question, response: 'accept' as const, answers: { color: blue } };
    expect(() => calls.answer('another', reply)).toThrow('not open any more');
    calls.answer('shell', reply);
    expect(await answer).toEqual({ action: 'accept', content: { color: 'blue' } });
    expect((await follow()).calls[0]?.questions).toEqual([]);
    expect(() => calls.answer('shell', reply)).toThrow('not open any more');
    expect((await follow(undefined, 'another')).calls).toEqual([]);
  });

  it('is declined by nobody: who cannot be asked is said to the server as an error', async () => {
    const { calls, scheduler } = open();
    const call = calls.begin(begun);
    const asked = call.hooks.elicit?.({ message: 'Which?' }, forever);
    const failed = asked?.catch((error: unknown) => error);
    await scheduler.advance(10_000);
    expect(await failed).toMatchObject({ message: expect.stringContaining('nobody could be asked') });
  });

  it('stays open for as long as the client follows, however long the person takes', async () => {
    const { calls, follow, scheduler } = open();
    const call = calls.begin(begun);
    const answer = call.hooks.elicit?.({ message: 'Which?' }, forever);
    for (let polls = 0; polls < 20; polls += 1) {
      const { seq } = await follow();
      const waiting = follow(seq);
      await scheduler.advance(25_000);
      await waiting;
    }
    const [shown] = (await follow()).calls;
    calls.answer('shell', { call: 'mine', question: shown?.questions[0]?.id ?? '', response: 'decline' });
    expect(await answer).toEqual({ action: 'decline' });
  });

  it('goes with the call, and with a server that takes it back', async () => {
    const { calls, follow } = open();
    const call = calls.begin(begun);
    const taken = new AbortController();
    const answer = call.hooks.elicit?.({ message: 'Which?' }, taken.signal);
    taken.abort();
    expect(await answer).toEqual({ action: 'cancel' });
    call.end();
    expect((await follow()).calls).toEqual([]);
  });

  it('may be a question to the model: the person allows it, or answers where there is none', async () => {
    const { calls, follow } = open();
    const params = { messages: [{ role: 'user', content: { type: 'text', text: 'Hello?' } }] };
    const alone = calls.begin(begun);
    const sampled = alone.hooks.sample?.(params, forever);
    const [asked] = (await follow()).calls;
    expect(asked?.questions[0]?.message).toContain('Hello?');
    const hi = { state: 'submitted' as const, value: { kind: 'text' as const, value: 'Hi.' } };
    calls.answer('shell', {
      call: 'mine',
      question: asked?.questions[0]?.id ?? '',
      response: 'accept',
      answers: { answer: hi },
    });
    expect(await sampled).toEqual({
      role: 'assistant',
      model: 'person',
      stopReason: 'endTurn',
      content: { type: 'text', text: 'Hi.' },
    });
    const sample = async () => ({ model: 'm' });
    expect(calls.begin({ ...begun, id: 'denied', sampling: 'deny', sample }).hooks.sample).toBeUndefined();
    const allowed = calls.begin({ ...begun, id: 'allowed', sampling: 'allow', sample });
    expect(await allowed.hooks.sample?.(params, forever)).toEqual({ model: 'm' });
    const refused = calls.begin({ ...begun, id: 'asked', sample }).hooks.sample?.(params, forever);
    const open_ = (await follow()).calls.find(({ id }) => id === 'asked');
    calls.answer('shell', { call: 'asked', question: open_?.questions[0]?.id ?? '', response: 'decline' });
    await expect(refused).rejects.toThrow('did not allow');
  });
});

describe('J7: a call outside any chat', () => {
  it('tells how far it is, and is canceled by its client', async () => {
    const { calls, follow } = open();
    const call = calls.begin(begun);
    call.hooks.progress?.({ progress: 1, total: 4, message: 'first' });
    expect((await follow()).calls[0]?.progress).toEqual({ progress: 1, total: 4, message: 'first' });
    calls.cancel('another', 'mine');
    expect(call.canceled.aborted).toBe(false);
    calls.cancel('shell', 'mine');
    expect(call.canceled.aborted).toBe(true);
    expect(() => calls.begin(begun)).toThrow('under way already');
  });

  it('of a View is told of only once its server asks', async () => {
    const { calls, follow } = open();
    const { hooks, end } = calls.onQuestion({ ...begun, by: 'view' });
    expect((await follow()).calls).toEqual([]);
    const answer = hooks.elicit?.({ message: 'Which?' }, forever);
    const [asked] = (await follow()).calls;
    expect(asked).toMatchObject({ by: 'view', questions: [{ message: 'everything: Which?' }] });
    calls.answer('shell', { call: 'mine', question: asked?.questions[0]?.id ?? '', response: 'cancel' });
    expect(await answer).toEqual({ action: 'cancel' });
    end();
    expect((await follow()).calls).toEqual([]);
  });
});
