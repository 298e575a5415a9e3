import { hasStatus, Status, type ChatInputRequest } from '@loggia/protocol';
import { reportOf, ScriptedEquipment, type EquipmentScript } from '@loggia/testing';
import { describe, expect, test, vi } from 'vitest';
import type { RunningCall, ToolReport } from '../equipment.ts';
import type { HarnessTool, ToolOutcome } from '../harness.ts';
import { callAt, callsIn, replyOf, rig } from '../rig.testkit.ts';
import { ReviewedTools } from '../reviewed-tools.ts';
import { samplerOf } from '../session-sampler.ts';
import { riskOf } from './risk.ts';

async function equipped(script: EquipmentScript) {
  const equipment = new ScriptedEquipment(script);
  const host = await rig({ equipment: equipment.attach });
  return { host, equipment, ...(await host.create()) };
}

/** A tool that answers when the test tells it to. */
function held() {
  let answer: (report: ToolReport) => void = () => {};
  const reported = new Promise<ToolReport>((resolve) => {
    answer = resolve;
  });
  return { tool: () => reported, answer };
}

const challenge = {
  reason: 'insufficientScope' as const,
  resource: { resource: 'https://mcp.example/' },
  requiredScopes: ['write'],
};

describe('calls to servers', () => {
  test('B6: a call names the server behind it and carries what the tool declares', async () => {
    const meta = { ui: { resourceUri: 'ui://chart' } };
    const { host, chat } = await equipped({ meta, tools: { sum: async (call) => reportOf(call.input) } });
    await host.say(chat, '/tool sum {"a":1}');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('done: {"a":1}');
    expect(callsIn(state)).toEqual([
      {
        status: 'completed',
        toolCallId: expect.any(String) as string,
        toolName: 'sum',
        displayName: 'The sum',
        contributor: { kind: 'mcp', customizationId: 'scripted' },
        _meta: meta,
        invocationMessage: 'Using sum',
        toolInput: '{"a":1}',
        confirmed: 'not-needed',
        success: true,
        pastTenseMessage: 'Done',
        content: [{ type: 'text', text: '{"a":1}' }],
      },
    ]);
  });

  test('B6: the agent sees what the report says, the chat what the result says', async () => {
    const report: ToolReport = {
      text: 'short',
      structured: { n: 1 },
      meta: { spilled: true },
      result: { success: true, pastTenseMessage: 'Done', content: [{ type: 'text', text: 'the whole' }] },
    };
    const { host, chat } = await equipped({ tools: { sum: async () => report } });
    await host.say(chat, '/tool sum');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('done: short');
    expect(callsIn(state)).toMatchObject([
      { content: [{ type: 'text', text: 'the whole' }], _meta: { spilled: true } },
    ]);
  });

  test('B6: the agent is told which server a tool is of, and whether users see a View of it', async () => {
    const listed: (readonly HarnessTool[])[] = [];
    const equipment = new ScriptedEquipment({
      meta: { ui: { resourceUri: 'ui://chart' } },
      tools: { sum: async () => reportOf('') },
    });
    const host = await rig({
      equipment: equipment.attach,
      harnesses: [
        {
          describe: { provider: 'lists', displayName: 'Lists', description: '', models: [] },
          async *run(turn) {
            listed.push(turn.tools());
            yield { kind: 'text', text: 'listed' };
          },
        },
      ],
    });
    const { chat } = await host.create();
    await host.say(chat, 'go');
    await host.idle(chat);
    expect(listed).toEqual([[{ name: 'sum', description: 'Does sum.', server: 'Scripted', hasView: true }]]);
  });

  test('B7: the agent gets as much as a model may cost, and media as media', async () => {
    const outcomes: ToolOutcome[] = [];
    const images = (length: number) =>
      Array.from({ length }, () => ({ data: 'aW1n', contentType: 'image/png' }));
    const big = 'x'.repeat(1000);
    const report: ToolReport = { ...reportOf(big), structured: { big }, media: images(9) };
    const message = 'y'.repeat(100_000);
    const refusal = { success: false, pastTenseMessage: 'Failed', error: { message } };
    const equipment = new ScriptedEquipment({
      tools: { sum: async () => report, fail: async () => ({ text: message, result: refusal }) },
    });
    const host = await rig({
      modelTokens: 10,
      equipment: equipment.attach,
      harnesses: [
        {
          describe: { provider: 'reads', displayName: 'Reads', description: '', models: [] },
          async *run(turn) {
            for (const name of ['sum', 'fail']) {
              outcomes.push(await turn.callTool({ name, input: '{}', says: '', confirm: false }));
            }
            yield { kind: 'text', text: 'read' };
          },
        },
      ],
    });
    const { chat } = await host.create();
    await host.say(chat, 'go');
    const state = await host.idle(chat);
    const [done, refused] = outcomes;
    expect(done).toEqual({
      kind: 'done',
      text: `${'x'.repeat(40)}\n[Cut here: the rest is too long for a model. The user has the whole result.]`,
      media: images(5),
    });
    if (refused?.kind !== 'failed') throw new Error('A failure was expected.');
    expect(refused.message.length).toBeLessThan(10_000);
    expect(callsIn(state)).toMatchObject([{ content: [{ type: 'text', text: big }] }, {}]);
  });

  test('A7: a failure of the tool is told to the agent, and the turn goes on', async () => {
    const result = { success: false, pastTenseMessage: 'Failed', error: { message: 'No such row.' } };
    const { host, chat } = await equipped({ tools: { sum: async () => ({ text: '', result }) } });
    await host.say(chat, '/tool sum');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('failed: No such row.');
    expect(state.turns.at(-1)?.state).toBe('complete');
  });

  test('A7: equipment that breaks its word fails the call, not the turn', async () => {
    const broken = () => Promise.reject(new Error('secret detail'));
    const { host, chat } = await equipped({ tools: { sum: broken } });
    await host.say(chat, '/tool sum');
    const state = await host.idle(chat);
    expect(replyOf(state)).toMatch(/^failed: "sum" could not be run/);
    expect(JSON.stringify(state)).not.toContain('secret detail');
    expect(host.problems).toHaveLength(1);
  });

  test('L5: input that is not JSON never reaches a server', async () => {
    const { host, chat, equipment } = await equipped({ tools: { sum: async () => reportOf('') } });
    await host.say(chat, '/tool sum {oops');
    expect(replyOf(await host.idle(chat))).toMatch(/^failed: The input of "sum" is not JSON/);
    expect(equipment.calls).toEqual([]);
  });

  test('A6: several calls run at a time', async () => {
    const first = held();
    const second = held();
    const { host, chat, equipment } = await equipped({ tools: { one: first.tool, two: second.tool } });
    await host.say(chat, '/parallel one two nothing');
    await vi.waitFor(() => expect(equipment.calls).toHaveLength(2));
    second.answer(reportOf('2'));
    await host.until(chat, (state) => callsIn(state)[1]?.status === 'completed');
    expect(callsIn(await host.chat(chat))[0]?.status).toBe('running');
    first.answer(reportOf('1'));
    expect(replyOf(await host.idle(chat))).toMatch(/^done: 1; done: 2; failed: Nobody offers/);
  });

  test('A7: the input streams in before the call is ready', async () => {
    const { host, chat } = await equipped({ tools: { sum: async (call) => reportOf(call.input) } });
    const seen: string[] = [];
    const channel = await host.kernel.load(chat);
    if (!channel) throw new Error('unreachable');
    host.kernel.subscribe(channel, {
      deliver: ({ action }) => void seen.push(action.type),
      removed() {},
    });
    await host.say(chat, '/stream sum {"a":12}');
    expect(replyOf(await host.idle(chat))).toBe('done: {"a":12}');
    await host.kernel.settled();
    expect(seen.filter((type) => type.includes('toolCall'))).toEqual([
      'chat/toolCallStart',
      'chat/toolCallDelta',
      'chat/toolCallDelta',
      'chat/toolCallReady',
      'chat/toolCallComplete',
    ]);
  });
});

describe('confirmation', () => {
  test.each([
    ['of this tool', 'sum'],
    ['of all tools of its server', undefined],
  ])('A7: where the user reviews results %s, the agent waits for the user', async (_what, tool) => {
    const { host, chat } = await equipped({ tools: { sum: async () => reportOf('secret') } });
    const reviewed = new ReviewedTools({ kernel: host.kernel, user: 'local' });
    await host.say(chat, '/tool sum {}');
    const [call] = callsIn(await host.idle(chat));
    const server = call?.contributor?.kind === 'mcp' ? call.contributor.customizationId : '';
    const choice = { server, ...(tool !== undefined && { tool }) };
    reviewed.set(choice, 'review');
    expect(await reviewed.list()).toEqual([choice]);
    await host.say(chat, '/tool sum {}');
    const ref = await callAt(host, chat, 'pending-result-confirmation');
    await host.dispatch(chat, { type: 'chat/toolCallResultConfirmed', ...ref, approved: false });
    const state = await host.until(chat, ({ turns }) => turns.length === 2);
    expect(replyOf(state)).toContain('withheld');
    expect(replyOf(state)).not.toContain('secret');
    await reviewed.forgetServer(server);
    await host.say(chat, '/tool sum {}');
    expect(replyOf(await host.until(chat, ({ turns }) => turns.length === 3))).toContain('secret');
  });

  test('A7: the host’s configuration names servers and tools whose results are reviewed', async () => {
    const { host } = await equipped({});
    const configured = ['files', 'web/fetch'];
    const reviewed = new ReviewedTools({ kernel: host.kernel, user: 'local', configured });
    const includes = (serverName: string, tool: string) =>
      reviewed.includes({ server: 'id', serverName, tool });
    expect(await includes('files', 'any')).toBe(true);
    expect(await includes('web', 'fetch')).toBe(true);
    expect(await includes('web', 'other')).toBe(false);
  });

  test('A7: a call that waits says what its server claims about the tool', async () => {
    const annotations = { wipe: { destructiveHint: true, openWorldHint: true } };
    const { host, chat } = await equipped({ annotations, tools: { wipe: async () => reportOf('gone') } });
    await host.say(chat, '/confirm wipe {}');
    await callAt(host, chat, 'pending-confirmation');
    const [call] = callsIn(await host.chat(chat));
    expect(call).toMatchObject({
      riskAssessment: {
        kind: 'judge',
        status: 'complete',
        reason:
          'Its server says that this tool may delete or overwrite something. It reaches beyond its server, such as the web.',
      },
    });
    expect(riskOf(undefined).safety).toBeGreaterThan(riskOf(annotations.wipe).safety);
    expect(riskOf({ readOnlyHint: true }).safety).toBeGreaterThan(riskOf({ destructiveHint: false }).safety);
    expect(riskOf({ readOnlyHint: true, destructiveHint: true }).safety).toBeLessThan(0.3);
  });

  test('A7: a call waits for the user, whose edited input is what runs', async () => {
    const { host, chat, equipment } = await equipped({
      tools: { sum: async (call) => reportOf(call.input) },
    });
    await host.say(chat, '/confirm sum {"a":1}');
    const ref = await callAt(host, chat, 'pending-confirmation');
    expect(equipment.calls).toEqual([]);
    await host.dispatch(chat, {
      type: 'chat/toolCallConfirmed',
      ...ref,
      approved: true,
      editedToolInput: '{"a":2}',
    });
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('done: {"a":2}');
    expect(equipment.calls.map((call) => call.input)).toEqual(['{"a":2}']);
    expect(callsIn(state)).toMatchObject([{ status: 'completed', toolInput: '{"a":2}' }]);
  });

  test('A7: a call that is turned down never runs', async () => {
    const { host, chat, equipment } = await equipped({ tools: { sum: async () => reportOf('') } });
    await host.say(chat, '/confirm sum');
    const ref = await callAt(host, chat, 'pending-confirmation');
    await host.dispatch(chat, {
      type: 'chat/toolCallConfirmed',
      ...ref,
      approved: false,
      reason: 'denied',
    });
    expect(replyOf(await host.idle(chat))).toBe('denied');
    expect(equipment.calls).toEqual([]);
  });

  test('B6: a tool that vanishes while the user decides fails, and nobody else is called', async () => {
    const { host, chat, equipment } = await equipped({ tools: { sum: async () => reportOf('') } });
    await host.say(chat, '/confirm sum');
    const ref = await callAt(host, chat, 'pending-confirmation');
    equipment.change({ tools: {} });
    await host.dispatch(chat, { type: 'chat/toolCallConfirmed', ...ref, approved: true });
    const state = await host.idle(chat);
    expect(callsIn(state)).toMatchObject([{ status: 'completed', error: { code: 'unknownTool' } }]);
    expect(equipment.calls).toEqual([]);
  });

  test('B6: a tool that vanished before the call is a clean failure', async () => {
    const { host, chat, equipment } = await equipped({ tools: { sum: async () => reportOf('') } });
    equipment.change({ tools: {} });
    await host.say(chat, '/tool sum');
    expect(replyOf(await host.idle(chat))).toMatch(/^failed: Nobody offers a tool named "sum"/);
  });

  test('A7: nobody reports on a call that a server runs', async () => {
    const { tool, answer } = held();
    const { host, chat } = await equipped({ tools: { sum: tool } });
    await host.say(chat, '/tool sum');
    const ref = await callAt(host, chat, 'running');
    const result = { success: true, pastTenseMessage: 'Faked' };
    await expect(host.dispatch(chat, { type: 'chat/toolCallComplete', ...ref, result })).rejects.toThrow(
      'Only the client that runs the call',
    );
    answer(reportOf('real'));
    expect(replyOf(await host.idle(chat))).toBe('done: real');
  });
});

describe('signing in, asking and reporting within a call', () => {
  test('B11: a call that needs more rights waits for them, and goes on by itself', async () => {
    const grant = held();
    const tool = async (call: RunningCall) => {
      call.authRequired(challenge);
      const report = await grant.tool();
      call.resumed();
      return report;
    };
    const { host, session, chat } = await equipped({ tools: { sum: tool } });
    await host.say(chat, '/tool sum');
    await callAt(host, chat, 'auth-required');
    expect((await host.session(session)).inputNeeded).toMatchObject([
      { kind: 'toolAuthentication', chat, toolCall: { status: 'auth-required', auth: challenge } },
    ]);
    expect(hasStatus((await host.session(session)).status, Status.inputNeeded)).toBe(true);
    grant.answer(reportOf('granted'));
    expect(replyOf(await host.idle(chat))).toBe('done: granted');
    expect((await host.session(session)).inputNeeded).toBeUndefined();
  });

  test('B11: a call whose sign-in is given up fails, one that succeeds unannounced is not lost', async () => {
    const given = (report: ToolReport) => async (call: RunningCall) => {
      call.authRequired(challenge);
      return report;
    };
    const result = { success: false, pastTenseMessage: 'Gave up', error: { message: 'Gave up.' } };
    const { host, chat } = await equipped({
      tools: { no: given({ text: 'Gave up.', result }), yes: given(reportOf('fine')) },
    });
    await host.say(chat, '/parallel no yes');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('failed: Gave up.; done: fine');
    expect(callsIn(state).map((call) => call.status)).toEqual(['completed', 'completed']);
  });

  test('A6: a turn that ends takes a call that waits for a sign-in along', async () => {
    const { host, session, chat } = await equipped({
      tools: {
        sum: (call) => {
          call.authRequired(challenge);
          return new Promise(() => {});
        },
      },
    });
    await host.say(chat, '/tool sum');
    const { turnId } = await callAt(host, chat, 'auth-required');
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
    expect(callsIn(await host.chat(chat))).toMatchObject([{ status: 'cancelled', reason: 'skipped' }]);
    expect((await host.session(session)).inputNeeded).toBeUndefined();
  });

  test('B8: a server asks the user within the turn, with its whole form', async () => {
    const questions: ChatInputRequest['questions'] = [
      { kind: 'integer', id: 'count', message: 'How many?', min: 1, required: true },
    ];
    const tool = async (call: RunningCall) => {
      const { response, answers } = await call.ask({ message: 'Tell me', questions });
      return reportOf(`${response} ${JSON.stringify(answers['count'])}`);
    };
    const { host, session, chat } = await equipped({ tools: { sum: tool } });
    await host.say(chat, '/tool sum');
    await host.until(chat, (state) => hasStatus(state.status, Status.inputNeeded));
    const waiting = (await host.session(session)).inputNeeded?.find((entry) => entry.kind === 'chatInput');
    if (waiting?.kind !== 'chatInput') throw new Error('A question was expected.');
    expect(waiting.request).toMatchObject({ message: 'Tell me', questions });
    const answer = { state: 'submitted' as const, value: { kind: 'number' as const, value: 3 } };
    await host.dispatch(chat, {
      type: 'chat/inputCompleted',
      requestId: waiting.request.id,
      response: 'accept',
      answers: { count: answer },
    });
    expect(replyOf(await host.idle(chat))).toBe(`done: accept ${JSON.stringify(answer)}`);
  });

  test('B8: a question that nobody waits for any more is withdrawn', async () => {
    const asked = new AbortController();
    const answers: string[] = [];
    const finish = held();
    const tool = async (call: RunningCall) => {
      const note = (of: string) => (answer: { response: string }) =>
        void answers.push(`${of} ${answer.response}`);
      void call.ask({ message: 'One' }, asked.signal).then(note('one'));
      void call.ask({ message: 'Two' }).then(note('two'));
      return finish.tool();
    };
    const { host, session, chat } = await equipped({ tools: { sum: tool } });
    const open = async () =>
      ((await host.session(session)).inputNeeded ?? []).flatMap((entry) =>
        entry.kind === 'chatInput' ? [entry.request.message] : [],
      );
    await host.say(chat, '/tool sum');
    await vi.waitFor(async () => expect(await open()).toEqual(['One', 'Two']));
    asked.abort();
    expect(await open()).toEqual(['Two']);
    finish.answer(reportOf('over'));
    expect(replyOf(await host.idle(chat))).toBe('done: over');
    expect(await open()).toEqual([]);
    expect(answers).toEqual(['one cancel', 'two cancel']);
  });

  test('L5: a server that asks without end is answered for the user', async () => {
    const tool = async (call: RunningCall) => {
      const asked = Array.from({ length: 500 }, () => call.ask({ message: 'Well?' }));
      return reportOf((await Promise.race(asked)).response);
    };
    const { host, chat } = await equipped({ tools: { sum: tool } });
    await host.say(chat, '/tool sum');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('done: cancel');
    expect(state.turns.at(-1)?.responseParts.length).toBeLessThan(20);
  });

  test('B8: a server may ask the model of the session, if its agent lends one', async () => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'hi' } }];
    const tool = async (call: RunningCall) =>
      reportOf(call.sample ? JSON.stringify((await call.sample({ messages }))['content']) : 'no model');
    const { host, chat } = await equipped({ tools: { sum: tool } });
    await host.say(chat, '/tool sum');
    expect(replyOf(await host.idle(chat))).toBe('done: {"type":"text","text":"Echo: hi"}');

    const equipment = new ScriptedEquipment({ tools: { sum: tool } });
    const mute = await rig({
      equipment: equipment.attach,
      harnesses: [
        {
          describe: { provider: 'mute', displayName: 'Mute', description: '', models: [] },
          async *run(turn) {
            const outcome = await turn.callTool({ name: 'sum', input: '{}', says: '', confirm: false });
            yield { kind: 'text', text: outcome.kind === 'done' ? outcome.text : outcome.kind };
          },
        },
      ],
    });
    const ids = await mute.create();
    await mute.say(ids.chat, 'go');
    expect(replyOf(await mute.idle(ids.chat))).toBe('no model');
    expect(samplerOf(mute, ids.session)).toBeUndefined();
    expect(samplerOf(host, 'ahp-session:/s')).toBeDefined();
  });

  test('B8: progress shows as what the chat does, and goes with the call', async () => {
    const finish = held();
    const other = held();
    const tool = (call: RunningCall) => {
      call.progress('3 of 7');
      return finish.tool();
    };
    const { host, chat } = await equipped({ tools: { sum: tool, other: other.tool } });
    await host.say(chat, '/parallel sum other');
    await host.until(chat, (state) => state.activity === '3 of 7');
    finish.answer(reportOf('ok'));
    const state = await host.until(chat, ({ activity }) => activity === undefined);
    expect(callsIn(state).map((call) => call.status)).toEqual(['completed', 'running']);
    other.answer(reportOf('ok'));
    await host.idle(chat);
  });
});

describe('when a turn is cancelled', () => {
  test('A6: the call is told, and nothing that comes late is appended', async () => {
    const finish = held();
    const { host, chat, equipment } = await equipped({ tools: { sum: finish.tool } });
    await host.say(chat, '/tool sum');
    const { turnId } = await callAt(host, chat, 'running');
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
    const [call] = equipment.calls;
    if (!call) throw new Error('unreachable');
    expect(call.signal.aborted).toBe(true);
    const before = await host.chat(chat);
    call.progress('late');
    call.authRequired(challenge);
    call.resumed();
    await expect(call.ask({ message: 'late' })).resolves.toMatchObject({ response: 'cancel' });
    finish.answer(reportOf('late'));
    await new Promise((resolve) => setImmediate(resolve));
    await host.kernel.settled();
    expect(await host.chat(chat)).toBe(before);
    expect(host.problems).toEqual([]);
  });

  test('A6: calls that an agent does not wait for end with its turn', async () => {
    const equipment = new ScriptedEquipment({ tools: { sum: () => new Promise(() => {}) } });
    const host = await rig({
      equipment: equipment.attach,
      harnesses: [
        {
          describe: { provider: 'hasty', displayName: 'Hasty', description: '', models: [] },
          async *run(turn) {
            void turn.callTool({ name: 'sum', input: '{}', says: '', confirm: false });
            void turn.ask({ message: 'Well?', fields: [] });
            yield { kind: 'text', text: 'bye' };
          },
        },
      ],
    });
    const { chat } = await host.create();
    await host.say(chat, 'go');
    const state = await host.idle(chat);
    expect(callsIn(state)).toMatchObject([{ status: 'cancelled', reason: 'skipped' }]);
    expect(equipment.calls[0]?.signal.aborted).toBe(true);
  });
});
