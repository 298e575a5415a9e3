import { hasStatus, Status } from '@loggia/protocol';
import { reportOf, ScriptedEquipment } from '@loggia/testing';
import { describe, expect, test, vi } from 'vitest';
import type { Harness, HarnessEvent, HarnessTurn } from '../harness.ts';
import { callAt, replyOf, rig } from '../rig.testkit.ts';

function agent(run: (turn: HarnessTurn) => AsyncIterable<HarnessEvent>, provider = 'unruly'): Harness {
  return { describe: { provider, displayName: 'Unruly', description: '', models: [] }, run };
}

function isError(state: { turns: readonly { state: string }[] }): boolean {
  return state.turns.at(-1)?.state === 'error';
}

describe('an agent that misbehaves', () => {
  test('A6: at the very beginning ends its turn as an error that can be resumed', async () => {
    const host = await rig({
      harnesses: [
        agent(() => {
          throw new Error('Not today');
        }),
      ],
    });
    const { chat } = await host.create();
    await host.say(chat, 'go');
    const state = await host.until(chat, isError);
    expect(state.turns[0]?.responseParts).toMatchObject([
      {
        kind: 'error',
        resumable: true,
        error: { errorType: 'agentFailed', message: expect.stringContaining('Not today.') as string },
      },
    ]);
  });

  test.each([
    ['says', { kind: 'text', text: 'x' }],
    ['says nothing at all', { kind: 'text', text: '' }],
    ['repeats what it does', { kind: 'activity', text: 'busy' }],
  ] satisfies [string, HarnessEvent][])(
    'A6: by a flood of events that %s holds up nobody',
    async (_, event) => {
      const flood = 100_000;
      const host = await rig({
        harnesses: [
          agent(async function* (turn) {
            const floods = turn.message.text === 'flood';
            const next: HarnessEvent = floods ? event : { kind: 'text', text: 'polite' };
            for (let count = floods ? flood : 1; count > 0; count--) yield next;
          }),
        ],
      });
      const { chat } = await host.create();
      const other = await host.create('ahp-session:/other');
      const turnId = await host.say(chat, 'flood');
      // Promises alone could run to the end; `setImmediate` shows that the event loop gets its turn.
      await new Promise((resolve) => setImmediate(resolve));
      expect((await host.chat(chat)).activeTurn?.id).toBe(turnId);
      await host.say(other.chat, 'hello');
      expect(replyOf(await host.idle(other.chat))).toBe('polite');
      await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
      expect((await host.chat(chat)).activeTurn).toBeUndefined();
    },
  );

  test('A6: by throwing after its turn was cancelled bothers nobody', async () => {
    const host = await rig({
      harnesses: [
        agent(async function* (turn) {
          yield { kind: 'text', text: 'x' };
          await new Promise((_, reject) => {
            turn.signal.addEventListener('abort', () => reject(new Error('late')));
          });
        }),
      ],
    });
    const { chat } = await host.create();
    const turnId = await host.say(chat, 'go');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
    await host.kernel.settled();
    expect((await host.chat(chat)).turns).toMatchObject([{ state: 'cancelled' }]);
    expect(host.problems).toEqual([]);
  });

  test('A6: by falling silent ends as an error that can be resumed, and hears of it', async () => {
    let turn: HarnessTurn | undefined;
    const host = await rig({
      stallMs: 5,
      harnesses: [
        agent(async function* (given) {
          turn = given;
          yield { kind: 'text', text: 'Well, ' };
          await new Promise(() => {});
        }),
      ],
    });
    const { chat } = await host.create();
    await host.say(chat, 'go');
    const state = await host.until(chat, isError);
    expect(state.turns[0]?.responseParts.at(-1)).toMatchObject({
      kind: 'error',
      resumable: true,
      error: { errorType: 'agentStalled' },
    });
    expect(turn?.signal.aborted).toBe(true);
  });

  test('A6: only silence that is its own counts, not that of a tool or of the user', async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const equipment = new ScriptedEquipment({ tools: { sum: () => answered.then(() => reportOf('3')) } });
    let looks = 0;
    const host = await rig({
      stallMs: 5,
      equipment: equipment.attach,
      harnesses: [
        agent(async function* (turn) {
          const outcome = await turn.callTool({ name: 'sum', input: '{}', says: '', confirm: false });
          const form = await turn.ask({ message: 'Fine?', fields: [] });
          yield { kind: 'text', text: `${outcome.kind} ${form.kind}` };
        }),
      ],
    });
    const { chat, session } = await host.create();
    await host.say(chat, 'go');
    await callAt(host, chat, 'running');
    // Many times longer than it may be silent.
    await vi.waitFor(() => expect(++looks).toBeGreaterThan(3), { interval: 10 });
    answer();
    await host.until(chat, (state) => hasStatus(state.status, Status.inputNeeded));
    await vi.waitFor(() => expect(++looks).toBeGreaterThan(8), { interval: 10 });
    const [waiting] = (await host.session(session)).inputNeeded ?? [];
    if (waiting?.kind !== 'chatInput') throw new Error('A question was expected.');
    const requestId = waiting.request.id;
    await host.dispatch(chat, { type: 'chat/inputCompleted', requestId, response: 'accept' });
    expect(replyOf(await host.idle(chat))).toBe('done accepted');
  });
});

describe('titles and usage', () => {
  test('A6: an agent names a chat that nobody has named', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    await host.say(chat, '/title Sums of rows');
    await host.idle(chat);
    const named = await host.session(session);
    expect([named.title, named.chats[0]?.title]).toEqual(['Sums of rows', 'Sums of rows']);

    const other = await host.create('ahp-session:/other');
    await host.dispatch(other.session, { type: 'session/titleChanged', title: 'Mine' });
    await host.say(other.chat, '/title Theirs');
    await host.idle(other.chat);
    expect((await host.session(other.session)).title).toBe('Mine');
  });

  test('A6: usage is what the agent said last', async () => {
    const host = await rig({
      harnesses: [
        agent(async function* () {
          yield { kind: 'usage', inputTokens: 10, outputTokens: 1 };
          yield { kind: 'usage', inputTokens: 30, outputTokens: 5, model: 'm' };
        }),
      ],
    });
    const { chat } = await host.create();
    await host.say(chat, 'go');
    expect((await host.idle(chat)).turns[0]?.usage).toEqual({ inputTokens: 30, outputTokens: 5, model: 'm' });
  });
});
