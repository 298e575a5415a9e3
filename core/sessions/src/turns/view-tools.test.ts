import { viewToolLimits, viewToolMark, type ToolDefinition } from '@loggia/protocol';
import {
  ManualClock,
  ManualScheduler,
  ScriptedEquipment,
  userMessage,
  type EquipmentScript,
} from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import type { HarnessTool, ToolOutcome } from '../harness.ts';
import { callAt, callsIn, replyOf, rig } from '../rig.testkit.ts';
import { riskOf } from './risk.ts';

const view = { view: 'view-1', title: 'Budget', server: 'scripted', template: 'hash', name: 'set' };
const tool: ToolDefinition = {
  name: 'view_1_set',
  title: 'Set a value',
  description: 'Sets it.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  _meta: viewToolMark(view),
};

async function shown(script: EquipmentScript = {}, options: Parameters<typeof rig>[0] = {}) {
  const equipment = new ScriptedEquipment({ tools: {}, viewTool: () => 'one', ...script });
  const host = await rig({ graceMs: 10, equipment: equipment.attach, ...options });
  const ids = await host.create();
  host.sessions.presence.arrived('c1');
  const register = (tools: readonly ToolDefinition[], clientId = 'c1') =>
    host.dispatch(
      ids.session,
      { type: 'session/activeClientSet', activeClient: { clientId, tools: [...tools] } },
      clientId,
    );
  await register([tool]);
  return { host, equipment, register, ...ids };
}

type Shown = Awaited<ReturnType<typeof shown>>;

async function decide({ host, chat }: Shown, selectedOptionId: string): Promise<void> {
  const ref = await callAt(host, chat, 'pending-confirmation');
  const action = { type: 'chat/toolCallConfirmed' as const, ...ref, selectedOptionId };
  await (selectedOptionId === 'deny'
    ? host.dispatch(chat, { ...action, approved: false, reason: 'denied' })
    : host.dispatch(chat, { ...action, approved: true }));
}

const answer = (text: string) => ({
  success: true,
  pastTenseMessage: 'Ran Set a value',
  content: [{ type: 'text' as const, text }],
});

async function complete({ host, chat }: Shown, text: string, clientId = 'c1'): Promise<void> {
  const ref = await callAt(host, chat, 'running');
  const _meta = { forged: true, 'loggia.viewTool': null };
  await host.dispatch(chat, { type: 'chat/toolCallComplete', ...ref, result: answer(text), _meta }, clientId);
}

const agent = { provider: 'own', displayName: 'Own', description: '', models: [] };
const marked = '[The View "Budget" answered. These are its own words.]\n';

describe('tools that a View offers', () => {
  test('E4, E10: a call is confirmed whatever the View says about the tool, and names the View', async () => {
    const rigged = await shown();
    const { host, chat, session, equipment } = rigged;
    await host.say(chat, '/policy view_1_set {"a":1}');
    await callAt(host, chat, 'pending-confirmation');
    expect(callsIn(await host.chat(chat))).toMatchObject([
      {
        toolName: 'view_1_set',
        displayName: 'Set a value',
        contributor: { kind: 'client', clientId: 'c1' },
        confirmationTitle: 'Run "Set a value" in the View "Budget" of "scripted"?',
        riskAssessment: { safety: 0.4, reason: 'Its View says that this tool only reads.' },
        options: [{ id: 'allow-once' }, { id: 'allow-session' }, { id: 'deny' }],
        _meta: viewToolMark(view),
      },
    ]);
    await decide(rigged, 'allow-once');
    await callAt(host, chat, 'running');
    expect((await host.session(session)).inputNeeded).toMatchObject([
      { kind: 'toolClientExecution', clientId: 'c1', toolCall: { toolName: 'view_1_set' } },
    ]);
    await complete(rigged, '42');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe(`done: ${marked}42`);
    // The client can't take the mark away.
    expect(callsIn(state)).toMatchObject([{ status: 'completed', _meta: viewToolMark(view) }]);
    expect(equipment.viewCalls).toMatchObject([
      {
        call: { session, name: 'view_1_set', allowedBy: 'asked', input: '{"a":1}', view },
        result: { success: true },
      },
    ]);
    expect(equipment.calls).toEqual([]);
  });

  test('E4: what is allowed for the session holds until the tool changes; a denial is recorded', async () => {
    const rigged = await shown();
    const { host, chat, session, equipment } = rigged;
    await host.say(chat, '/policy view_1_set');
    await decide(rigged, 'allow-session');
    await complete(rigged, 'one');
    await host.idle(chat);
    await host.say(chat, '/policy view_1_set');
    await complete(rigged, 'two');
    await host.idle(chat);
    expect(equipment.viewCalls.map(({ call }) => call.allowedBy)).toEqual(['asked', 'session']);
    equipment.change({ viewTool: () => 'another' });
    await host.say(chat, '/policy view_1_set');
    await decide(rigged, 'deny');
    await host.idle(chat);
    expect(equipment.deniedCalls).toMatchObject([{ session, name: 'view_1_set', view }]);
    expect(equipment.viewCalls).toHaveLength(2);
  });

  test('E4: the policy of the host applies, and a turn of a View needs a confirmation each time', async () => {
    const free = await shown({}, { confirm: 'never' });
    await free.host.say(free.chat, '/policy view_1_set');
    await complete(free, 'free');
    await free.host.idle(free.chat);
    expect(free.equipment.viewCalls).toMatchObject([{ call: { allowedBy: 'policy' } }]);
    const message = {
      ...userMessage('/tool view_1_set'),
      _meta: { 'loggia.view': { id: 'view-1', title: 'Budget' } },
    };
    const startedAt = new Date(0).toISOString();
    await free.host.dispatch(free.chat, { type: 'chat/turnStarted', turnId: 'of-view', startedAt, message });
    await callAt(free.host, free.chat, 'pending-confirmation');
  });

  test('E4: agents are told whose tool it is, and not that it only reads', async () => {
    const listed: (readonly HarnessTool[])[] = [];
    const { host, chat, equipment } = await shown(
      {},
      {
        harnesses: [
          {
            describe: agent,
            async *run(turn) {
              listed.push(turn.tools());
              yield { kind: 'text', text: 'listed' };
            },
          },
        ],
      },
    );
    await host.say(chat, 'go');
    await host.idle(chat);
    equipment.change({ viewTool: () => undefined });
    await host.say(chat, 'go');
    await host.until(chat, ({ turns }) => turns.length === 2);
    expect(listed).toEqual([
      [
        {
          name: 'view_1_set',
          title: 'Set a value',
          inputSchema: { type: 'object' },
          server: 'scripted',
          description:
            'Offered by the View "Budget" of "scripted", which the user has open. The View describes it so: Sets it.',
        },
      ],
      [],
    ]);
  });

  test('E4, B7: the agent gets as much as a model may cost, and the user sees that', async () => {
    const outcomes: ToolOutcome[] = [];
    const rigged = await shown(
      {},
      {
        modelTokens: 50,
        harnesses: [
          {
            describe: agent,
            async *run(turn) {
              outcomes.push(
                await turn.callTool({ name: 'view_1_set', input: '{}', says: '', confirm: false }),
              );
              yield { kind: 'text', text: 'read' };
            },
          },
        ],
      },
    );
    const { host, chat } = rigged;
    await host.say(chat, 'go');
    await complete(rigged, 'x'.repeat(5000));
    const [call] = callsIn(await host.idle(chat));
    expect(call).toMatchObject({ content: [{ text: 'x'.repeat(5000) }] });
    expect(call && 'pastTenseMessage' in call && call.pastTenseMessage).toMatch(
      /^Ran Set a value\. The agent was given the first \d+ of 5,000 characters\.$/,
    );
    const [outcome] = outcomes;
    expect(outcome?.kind === 'done' && outcome.text.startsWith(marked)).toBe(true);
    expect(outcome?.kind === 'done' && outcome.text.length).toBeLessThan(1000);
  });

  test.each(['pending-confirmation', 'running'] as const)(
    'E4, D8: a call that is %s fails when the View is closed, and the turn goes on',
    async (status) => {
      const rigged = await shown();
      const { host, chat, register } = rigged;
      const other = { ...tool, name: 'view_2_set' };
      await register([tool, other]);
      await host.say(chat, '/policy view_1_set');
      if (status === 'running') await decide(rigged, 'allow-once');
      await callAt(host, chat, status);
      await register([tool]);
      expect(callsIn(await host.chat(chat))).toMatchObject([{ status }]);
      await register([other]);
      const message =
        'The View "Budget" was closed, or stopped offering "Set a value", before the call was done.';
      expect(replyOf(await host.idle(chat))).toBe(`failed: ${message}`);
    },
  );

  test('E4: a View in two browsers is called in one, and the other may be tried when that leaves', async () => {
    const rigged = await shown();
    const { host, chat, register } = rigged;
    host.sessions.presence.arrived('c2');
    await register([tool], 'c2');
    await host.say(chat, '/tool view_1_set');
    await callAt(host, chat, 'running');
    expect(callsIn(await host.chat(chat))).toMatchObject([{ contributor: { clientId: 'c1' } }]);
    host.sessions.presence.lost('c1');
    expect(replyOf(await host.idle(chat))).toMatch(/Another client offers the same tool: try again\.$/);
  });

  test('E4: the browser that lost its connection isn’t called while another shows the View', async () => {
    const rigged = await shown({}, { graceMs: 60_000 });
    const { host, chat, register } = rigged;
    host.sessions.presence.arrived('c2');
    await register([tool], 'c2');
    host.sessions.presence.lost('c1');
    await host.say(chat, '/tool view_1_set');
    await callAt(host, chat, 'running');
    expect(callsIn(await host.chat(chat))).toMatchObject([{ contributor: { clientId: 'c2' } }]);
    await complete(rigged, '42', 'c2');
    expect(replyOf(await host.idle(chat))).toBe(`done: ${marked}42`);
  });

  test('E4, E11: the host ends a call that the browser never answers, and a late answer changes nothing', async () => {
    const timers = new ManualScheduler(new ManualClock());
    const rigged = await shown({}, { after: (ms, then) => timers.after(ms, then) });
    const { host, chat, equipment } = rigged;
    await host.say(chat, '/policy view_1_set');
    await timers.advance(viewToolLimits.clientMs);
    // The user may take any time to decide.
    await decide(rigged, 'allow-once');
    const ref = await callAt(host, chat, 'running');
    await timers.advance(viewToolLimits.clientMs - 1);
    expect(callsIn(await host.chat(chat))).toMatchObject([{ status: 'running' }]);
    await timers.advance(1);
    const message =
      'The browser that shows the View "Budget" didn\'t answer within 45 seconds, so the call was ended. It may or may not have had an effect. Ask the user to bring the View to the front, then try again.';
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe(`failed: ${message}`);
    expect(callsIn(state)).toMatchObject([{ status: 'completed', error: { message, code: 'timeout' } }]);
    expect(equipment.viewCalls).toMatchObject([{ result: { success: false } }]);
    const late = { type: 'chat/toolCallComplete' as const, ...ref, result: answer('late') };
    await host.dispatch(chat, late, 'c1').catch(() => undefined);
    expect(callsIn(await host.chat(chat))).toEqual(callsIn(state));
  });

  test('E4: an answer in time leaves no timer behind', async () => {
    const timers = new ManualScheduler(new ManualClock());
    const rigged = await shown({}, { after: (ms, then) => timers.after(ms, then) });
    const { host, chat } = rigged;
    await host.say(chat, '/tool view_1_set');
    await callAt(host, chat, 'running');
    const waiting = timers.pendingTimers;
    await complete(rigged, '42');
    await host.idle(chat);
    expect(timers.pendingTimers).toBeLessThan(waiting);
    expect(timers.pendingTimers).toBe(0);
  });

  test('E4: a client that starts over has no Views any more, and keeps its own tools', async () => {
    const rigged = await shown();
    const { host, chat, session, register } = rigged;
    await register([tool, { name: 'own' }]);
    await host.say(chat, '/tool view_1_set');
    await callAt(host, chat, 'running');
    await host.sessions.presence.startedOver('c1');
    expect((await host.session(session)).activeClients).toEqual([
      { clientId: 'c1', tools: [{ name: 'own' }] },
    ]);
    expect(replyOf(await host.idle(chat))).toMatch(/^failed: The View "Budget" was closed/);
  });

  test('E4: an answer that comes after the tool was withdrawn by a decision does not reach the agent', async () => {
    const rigged = await shown();
    const { host, chat, equipment } = rigged;
    await host.say(chat, '/tool view_1_set');
    await callAt(host, chat, 'running');
    equipment.change({ viewTool: () => undefined });
    await complete(rigged, 'secret');
    expect(replyOf(await host.idle(chat))).toBe(
      'failed: The View "Budget" doesn\'t offer this tool any more. List the tools again.',
    );
  });

  test('E11: a client can’t register more tools of Views than a session may have, nor one without end', async () => {
    const { register } = await shown();
    const many = Array.from({ length: viewToolLimits.perSession + 1 }, (_, index) => ({
      ...tool,
      name: `t${index}`,
    }));
    await expect(register(many)).rejects.toThrow('The Views of a session can offer at most 100 tools.');
    const long = { ...tool, description: 'x'.repeat(viewToolLimits.definition) };
    await expect(register([long])).rejects.toThrow('The definition of "view_1_set" is too long.');
  });

  test('E10: a View’s hints never make a call look safe', () => {
    const hints = [{ readOnlyHint: true }, { destructiveHint: false }, { destructiveHint: true }, undefined];
    expect(hints.map((hint) => riskOf(hint, 'View').safety)).toEqual([0.4, 0.4, 0.1, 0.4]);
    expect(hints.map((hint) => riskOf(hint).safety)).toEqual([0.9, 0.6, 0.1, 0.4]);
  });
});
