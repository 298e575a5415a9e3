import { hasStatus, Status } from '@loggia/protocol';
import { createHarness, userMessage } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import type { Harness } from '../harness.ts';
import { replyOf, rig } from '../rig.testkit.ts';

describe('turns', () => {
  test('A6: a turn streams into one part and completes', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    await host.say(chat, 'hello there world', 't1');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('hello there world');
    expect(state.turns).toMatchObject([{ id: 't1', state: 'complete', usage: { inputTokens: 17 } }]);
    expect(state.activity).toBeUndefined();
    const after = await host.session(session);
    expect(after.title).toBe('hello there world');
    expect(after.chats[0]).toMatchObject({ status: Status.idle, modifiedAt: state.modifiedAt });
    expect(hasStatus(after.status, Status.isRead)).toBe(false);
  });

  test('A6: what a turn does outside of the chat is followed from before the agent runs until its end', async () => {
    const seen: string[] = [];
    const agent = createHarness();
    const host = await rig({
      harnesses: [
        {
          ...agent,
          run: (turn) => {
            seen.push(`${turn.id} runs`);
            return agent.run(turn);
          },
        },
      ],
      followTurn: async (open, turnId) => {
        await Promise.resolve();
        seen.push(`${turnId} begins`);
        return () => void seen.push(`${turnId} is over: ${open.chat.state.activeTurn === undefined}`);
      },
    });
    const { chat } = await host.create();
    await host.say(chat, 'one', 't1');
    await host.idle(chat);
    await host.say(chat, 'two', 't2');
    await host.idle(chat);
    const each = (id: string) => [`${id} begins`, `${id} runs`, `${id} is over: true`];
    expect(seen).toEqual([...each('t1'), ...each('t2')]);
  });

  test('CH1: an agent that acts by tools begins at once, and its tools wait for the look at the folders', async () => {
    const seen: string[] = [];
    let looked = (_end: () => void): void => {};
    const look = new Promise<() => void>((resolve) => (looked = resolve));
    const host = await rig({
      harnesses: [
        {
          describe: { ...createHarness().describe, actsByTools: true },
          async *run(turn) {
            yield { kind: 'text', text: 'begins' };
            const { kind } = await turn.callTool({ name: 'nothing', input: '{}', says: 'Doing nothing' });
            seen.push(kind);
          },
        },
      ],
      followTurn: () => look,
    });
    const { chat } = await host.create();
    await host.say(chat, 'one', 't1');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    expect(seen).toEqual([]);
    looked(() => void seen.push('over'));
    await host.idle(chat);
    await expect.poll(() => seen).toEqual(['failed', 'over']);
  });

  test('A6: reasoning and text are parts of their own', async () => {
    const host = await rig();
    const { chat } = await host.create();
    await host.say(chat, '/think yes');
    const { turns } = await host.idle(chat);
    expect(turns[0]?.responseParts.map((part) => part.kind)).toEqual(['reasoning', 'markdown']);
  });

  test('A6: a turn can be cancelled, and the agent hears of it', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 1 })] });
    const { chat } = await host.create();
    const turnId = await host.say(chat, '/forever');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 3 });
    const { turns, activeTurn } = await host.chat(chat);
    expect({ turns: turns.length, state: turns[0]?.state, activeTurn }).toEqual({
      turns: 1,
      state: 'cancelled',
    });
    const said = replyOf(await host.chat(chat));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(replyOf(await host.chat(chat))).toBe(said);
    expect(host.problems).toEqual([]);
  });

  test('A6: an agent that does not heed a cancel holds up nobody', async () => {
    const deaf: Harness = {
      describe: { provider: 'deaf', displayName: 'Deaf', description: '', models: [] },
      async *run(turn) {
        yield { kind: 'text', text: turn.message.text };
        if (turn.message.text === 'hang') await new Promise(() => {});
      },
    };
    const host = await rig({ harnesses: [deaf] });
    const { chat } = await host.create();
    const turnId = await host.say(chat, 'hang');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: 'q',
      message: userMessage('next'),
    });
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
    const state = await host.until(chat, ({ turns }) => turns.length === 2);
    expect(state.turns.map((turn) => turn.state)).toEqual(['cancelled', 'complete']);
    expect((await host.kernel.load<{ activeSessions: number }>('ahp-root://'))?.state.activeSessions).toBe(0);
  });

  test('A6: an agent that outlives its turn cannot speak in the next one', async () => {
    let goOn: () => void = () => {};
    const cancelled = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const tried: unknown[] = [];
    const deaf: Harness = {
      describe: { provider: 'deaf', displayName: 'Deaf', description: '', models: [] },
      async *run(turn) {
        yield { kind: 'text', text: turn.message.text };
        if (turn.message.text === 'next') await turn.ask({ message: 'Well?', fields: [] });
        await cancelled;
        tried.push(await turn.ask({ message: 'Late?', fields: [] }).catch((error: unknown) => error));
        tried.push(await turn.callTool({ name: 'x', input: '', says: '' }).catch((error: unknown) => error));
      },
    };
    const host = await rig({ harnesses: [deaf] });
    const { session, chat } = await host.create();
    const turnId = await host.say(chat, 'first');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
    await host.say(chat, 'next');
    await host.until(chat, (state) => hasStatus(state.status, Status.inputNeeded));
    goOn();
    await expect.poll(() => tried).toHaveLength(2);
    expect(tried.map(String)).toEqual(['TurnEnded: The turn has ended.', 'TurnEnded: The turn has ended.']);
    expect((await host.session(session)).inputNeeded).toMatchObject([{ request: { message: 'Well?' } }]);
  });

  test('A6: an agent that throws ends its turn as an error that can be resumed, and nothing else suffers', async () => {
    const host = await rig();
    const { chat } = await host.create();
    const turnId = await host.say(chat, '/resume it');
    const failed = await host.until(chat, (state) => state.turns.length === 1);
    expect(failed.status & Status.error).toBe(Status.error);
    await host.dispatch(chat, { type: 'chat/turnResume', turnId });
    const resumed = await host.until(chat, (state) => state.turns.at(-1)?.state === 'complete');
    expect(replyOf(resumed)).toContain('after "first half" it');
  });

  test('A6: queued messages run one after the other, steering goes into the running turn', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 2 })] });
    const { chat } = await host.create();
    await host.say(chat, 'a b c d e f g h');
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: 'q1',
      message: userMessage('second'),
    });
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: 'q2',
      message: userMessage('third'),
    });
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'steering',
      id: 's',
      message: userMessage('quick'),
    });
    const state = await host.until(chat, ({ turns }) => turns.length === 3);
    expect(replyOf(state, 0)).toContain('(quick)');
    expect(state.turns.map((turn) => turn.message.text)).toEqual(['a b c d e f g h', 'second', 'third']);
    expect(state.queuedMessages).toBeUndefined();
    expect(state.steeringMessage).toBeUndefined();
  });

  test('A6: a message queued while idle starts at once; steering while idle waits', async () => {
    const host = await rig();
    const { chat } = await host.create();
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'steering',
      id: 's',
      message: userMessage('later'),
    });
    expect((await host.chat(chat)).activeTurn).toBeUndefined();
    await host.dispatch(chat, {
      type: 'chat/pendingMessageSet',
      kind: 'queued',
      id: 'q',
      message: userMessage('now'),
    });
    const state = await host.until(chat, ({ turns }) => turns.length === 1);
    expect(replyOf(state)).toBe('now (later)');
  });

  test('A6: a chat can be cut, which also ends a running turn', async () => {
    const host = await rig({ harnesses: [createHarness({ delayMs: 1 })] });
    const { chat } = await host.create();
    const first = await host.say(chat, 'one');
    await host.idle(chat);
    await host.say(chat, '/forever');
    await host.until(chat, (state) => (state.activeTurn?.responseParts.length ?? 0) > 0);
    await host.dispatch(chat, { type: 'chat/truncated', turnId: first });
    const state = await host.chat(chat);
    expect(state.turns.map((turn) => turn.id)).toEqual([first]);
    expect(state.activeTurn).toBeUndefined();
  });
});

describe('what a session waits for', () => {
  test('A8: a question shows on the session, can be answered from there, and goes', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    await host.say(chat, '/ask');
    await host.until(chat, (state) => hasStatus(state.status, Status.inputNeeded));
    const waiting = (await host.session(session)).inputNeeded?.[0];
    expect(waiting).toMatchObject({ kind: 'chatInput', chat });
    if (waiting?.kind !== 'chatInput') throw new Error('unreachable');
    expect((await host.session(session)).status & Status.inputNeeded).toBe(Status.inputNeeded);
    const requestId = waiting.request.id;
    const accept = { type: 'chat/inputCompleted' as const, requestId, response: 'accept' as const };
    await expect(host.dispatch(waiting.chat, accept)).rejects.toThrow('needs an answer');
    const answers = {
      answer: { state: 'submitted' as const, value: { kind: 'text' as const, value: 'Ada' } },
    };
    await host.dispatch(waiting.chat, { ...accept, answers }, 'somebody-else');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('You said Ada.');
    expect((await host.session(session)).inputNeeded).toBeUndefined();
    await expect(host.dispatch(waiting.chat, { ...accept, answers })).rejects.toThrow('not open any more');
  });

  test('A8: a confirmation is taken once; the second one is told', async () => {
    const host = await rig();
    const { session, chat } = await host.create();
    const tools = [{ name: 'probe' }];
    await host.dispatch(session, {
      type: 'session/activeClientSet',
      activeClient: { clientId: 'c1', tools },
    });
    const turnId = await host.say(chat, '/confirm probe');
    const state = await host.until(chat, (chatState) => hasStatus(chatState.status, Status.inputNeeded));
    const part = state.activeTurn?.responseParts[0];
    if (part?.kind !== 'toolCall') throw new Error('A tool call was expected.');
    const { toolCallId } = part.toolCall;
    const denial = {
      type: 'chat/toolCallConfirmed' as const,
      turnId,
      toolCallId,
      approved: false,
      reason: 'denied' as const,
    };
    await host.dispatch(chat, denial, 'c2');
    await expect(host.dispatch(chat, denial, 'c1')).rejects.toThrow('does not wait for a confirmation');
    expect(replyOf(await host.idle(chat))).toBe('denied');
  });
});
