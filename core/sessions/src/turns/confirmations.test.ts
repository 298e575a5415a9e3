import {
  MemoryDisk,
  reportOf,
  ScriptedEquipment,
  type EquipmentScript,
  type SessionRig,
} from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import { callAt, callsIn, replyOf, rig } from '../rig.testkit.ts';

type RigOptions = Parameters<typeof rig>[0];

async function equipped(script: EquipmentScript = {}, options: RigOptions = {}) {
  const equipment = new ScriptedEquipment({
    tools: { sum: async (call) => reportOf(call.input), other: async () => reportOf('other') },
    ...script,
  });
  const host = await rig({ equipment: equipment.attach, ...options });
  return { host, equipment, ...(await host.create()) };
}

async function choose(host: SessionRig, chat: string, selectedOptionId: string) {
  const ref = await callAt(host, chat, 'pending-confirmation');
  const approved = selectedOptionId !== 'deny';
  const action = { type: 'chat/toolCallConfirmed' as const, ...ref, selectedOptionId };
  await host.dispatch(chat, approved ? { ...action, approved } : { ...action, approved, reason: 'denied' });
}

async function said(host: SessionRig, chat: string, text: string) {
  const { turns } = await host.chat(chat);
  await host.say(chat, text);
  return host.until(chat, (state) => state.turns.length > turns.length && !state.activeTurn);
}

describe("what needs the user's word", () => {
  test('A7: a tool that does not say it only reads waits, and says which tool of which server', async () => {
    const { host, session, chat, equipment } = await equipped();
    await host.say(chat, '/policy sum {"a":1}');
    await callAt(host, chat, 'pending-confirmation');
    expect(callsIn(await host.chat(chat))).toMatchObject([
      {
        confirmationTitle: 'Run "The sum" on "Scripted"?',
        editable: true,
        options: [
          { id: 'allow-once', label: 'Allow once', kind: 'approve' },
          { id: 'allow-session', label: 'Allow for this session', kind: 'approve' },
          { id: 'allow-always', label: 'Always allow this tool', kind: 'approve' },
          { id: 'deny', label: 'Deny', kind: 'deny' },
        ],
      },
    ]);
    expect((await host.session(session)).inputNeeded).toMatchObject([{ kind: 'toolConfirmation', chat }]);
    expect(equipment.calls).toEqual([]);
    await choose(host, chat, 'allow-once');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('done: {"a":1}');
    expect(callsIn(state)).toMatchObject([
      { confirmed: 'user-action', selectedOption: { id: 'allow-once' } },
    ]);
    expect(await host.sessions.allowances.list()).toEqual([]);
  });

  test('F2, A7: the policy of the workspace that a session belongs to counts before that of the host', async () => {
    const project = (id: string) => ({ uri: `x-loggia-workspace:/${id}`, displayName: id });
    const { host, chat, equipment } = await equipped(
      { readOnly: ['other'] },
      {
        projectFor: async () => project('strict'),
        settingsIn: (uri) => (uri === project('strict').uri ? { confirm: 'always' } : {}),
        confirm: 'never',
      },
    );
    await host.say(chat, '/policy other');
    await choose(host, chat, 'allow-once');
    await host.idle(chat);
    expect(equipment.calls.map(({ allowedBy }) => allowedBy)).toEqual(['asked']);
  });

  test('C7: a call says why it may run, which agent makes it, and whose message began the turn; so does one that is denied', async () => {
    const { host, chat, equipment } = await equipped({ readOnly: ['other'] });
    await said(host, chat, '/tool sum');
    await said(host, chat, '/policy other');
    for (const option of ['allow-once', 'allow-session']) {
      await host.say(chat, '/policy sum');
      await choose(host, chat, option);
      await host.idle(chat);
    }
    await said(host, chat, '/policy sum');
    const reasons = equipment.calls.map(({ allowedBy }) => allowedBy);
    expect(reasons).toEqual(['request', 'readOnly', 'asked', 'asked', 'session']);
    const [{ provider }] = [await host.session(equipment.calls[0]?.session ?? '')];
    for (const { agent, clientId } of equipment.calls)
      expect({ agent, clientId }).toEqual({ agent: provider, clientId: expect.any(String) });

    const always = await equipped();
    await always.host.say(always.chat, '/policy sum');
    await choose(always.host, always.chat, 'allow-always');
    await always.host.idle(always.chat);
    await said(always.host, always.chat, '/policy sum');
    await always.host.say(always.chat, '/policy other');
    await choose(always.host, always.chat, 'deny');
    await always.host.idle(always.chat);
    expect([...equipment.deniedCalls, ...always.equipment.deniedCalls]).toEqual([
      { session: always.session, name: 'other', agent: provider, clientId: expect.any(String) },
    ]);
    const unasked = await equipped({}, { confirm: 'never' });
    await said(unasked.host, unasked.chat, '/policy sum');
    expect([...always.equipment.calls, ...unasked.equipment.calls].map(({ allowedBy }) => allowedBy)).toEqual(
      ['asked', 'always', 'policy'],
    );
  });

  test.each([
    { confirm: 'writes', readOnly: ['sum'], shown: 'not-needed' },
    { confirm: 'never', readOnly: [], shown: 'setting' },
  ] as const)('A7: under "$confirm" a call runs at once as $shown', async ({ confirm, readOnly, shown }) => {
    const { host, chat } = await equipped({ readOnly }, { confirm });
    const state = await said(host, chat, '/policy sum');
    expect(callsIn(state)).toMatchObject([{ status: 'completed', confirmed: shown }]);
  });

  test('A7: a tool that says that it only reads and that it destroys contradicts itself, and waits', async () => {
    const contradiction = { readOnlyHint: true, destructiveHint: true };
    const { host, chat, equipment } = await equipped({ annotations: { sum: contradiction } });
    await host.say(chat, '/policy sum');
    await callAt(host, chat, 'pending-confirmation');
    expect(equipment.calls).toEqual([]);
  });

  test('A7: under "always" a tool that only reads waits, too', async () => {
    const { host, chat } = await equipped({ readOnly: ['sum'] }, { confirm: 'always' });
    await host.say(chat, '/policy sum');
    await choose(host, chat, 'deny');
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe('denied:');
    expect(callsIn(state)).toMatchObject([
      { status: 'cancelled', reason: 'denied', selectedOption: { id: 'deny' } },
    ]);
  });

  test('D7: the policy leaves the tools of clients alone', async () => {
    const { host, session, chat } = await equipped({}, { confirm: 'always' });
    const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
    await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
    await host.say(chat, '/policy probe');
    const ref = await callAt(host, chat, 'running');
    const result = {
      success: true,
      pastTenseMessage: 'Done',
      content: [
        { type: 'text' as const, text: 'look' },
        { type: 'embeddedResource' as const, data: 'aW1n', contentType: 'image/png' },
      ],
    };
    await host.dispatch(chat, { type: 'chat/toolCallComplete', ...ref, result });
    expect(replyOf(await host.idle(chat))).toContain('done: look');
  });

  test('A7: an agent that asks on purpose is not answered from memory', async () => {
    const { host, chat } = await equipped();
    await host.say(chat, '/policy sum');
    await choose(host, chat, 'allow-always');
    await host.idle(chat);
    await host.say(chat, '/confirm sum');
    await callAt(host, chat, 'pending-confirmation');
    const [call] = callsIn(await host.chat(chat));
    expect(call).toMatchObject({ options: [{ id: 'allow-once' }, { id: 'deny' }] });
  });

  test.each([
    ['no-such-option', true, 'not among those'],
    ['deny', true, "doesn't match this decision"],
    ['allow-always', false, "doesn't match this decision"],
  ])('L5: the option %s with approved: %s is refused', async (selectedOptionId, approved, reason) => {
    const { host, chat } = await equipped();
    await host.say(chat, '/policy sum');
    const ref = await callAt(host, chat, 'pending-confirmation');
    const action = { type: 'chat/toolCallConfirmed' as const, ...ref, selectedOptionId };
    const sent = approved ? { ...action, approved } : { ...action, approved, reason: 'denied' as const };
    await expect(host.dispatch(chat, sent)).rejects.toThrow(reason);
    expect(callsIn(await host.chat(chat))[0]?.status).toBe('pending-confirmation');
  });
});

describe('what is remembered', () => {
  test('A7: "in this session" holds for the tool there, and goes with the session', async () => {
    const { host, session, chat } = await equipped();
    await host.say(chat, '/policy sum');
    await choose(host, chat, 'allow-session');
    await host.idle(chat);
    const again = await said(host, chat, '/policy sum');
    expect(callsIn(again)).toMatchObject([{ status: 'completed', confirmed: 'setting' }]);

    await host.say(chat, '/policy other');
    await choose(host, chat, 'deny');
    const elsewhere = await host.create('ahp-session:/two');
    await host.say(elsewhere.chat, '/policy sum');
    await choose(host, elsewhere.chat, 'allow-session');
    await host.idle(elsewhere.chat);

    const allowed = async () => (await host.sessions.allowances.list()).map((entry) => entry.session);
    expect(await allowed()).toEqual([session, elsewhere.session]);
    await host.sessions.disposeSession(session);
    expect(await allowed()).toEqual([elsewhere.session]);
    const anew = await host.create(session);
    await host.say(anew.chat, '/policy sum');
    await callAt(host, anew.chat, 'pending-confirmation');
  });

  test('A7: "always" survives the host, can be listed, and can be revoked', async () => {
    const disk = new MemoryDisk();
    const before = await equipped({}, { disk });
    await before.host.say(before.chat, '/policy sum');
    await choose(before.host, before.chat, 'allow-always');
    await before.host.idle(before.chat);
    await before.host.close();

    const equipment = new ScriptedEquipment({ tools: { sum: async () => reportOf('again') } });
    const host = await rig({ disk, equipment: equipment.attach });
    const { chat } = await host.create('ahp-session:/two');
    expect(callsIn(await said(host, chat, '/policy sum'))).toMatchObject([{ confirmed: 'setting' }]);

    const [allowance, ...others] = await host.sessions.allowances.list();
    expect(others).toEqual([]);
    expect(allowance).toEqual({
      id: expect.any(String) as string,
      server: 'scripted',
      serverName: 'Scripted',
      tool: 'sum',
      since: expect.any(String) as string,
    });
    expect(await host.sessions.allowances.revoke('nothing')).toBe(false);
    expect(await host.sessions.allowances.revoke(allowance?.id ?? '')).toBe(true);
    await host.say(chat, '/policy sum');
    await callAt(host, chat, 'pending-confirmation');
  });

  test.each(['allow-always', 'allow-session'])(
    'SE6: "%s" is about the tool as it was defined: a changed one asks again, and says so',
    async (option) => {
      const { host, chat, equipment } = await equipped();
      await host.say(chat, '/policy sum');
      await choose(host, chat, option);
      await host.idle(chat);
      equipment.change({ definitions: { sum: 'another' } });
      await host.say(chat, '/policy sum');
      await callAt(host, chat, 'pending-confirmation');
      const asked = callsIn(await host.chat(chat)).at(-1);
      expect(asked).toMatchObject({
        confirmationTitle:
          'Run "The sum" on "Scripted"? This tool or its server has changed since you allowed it.',
      });
      expect(equipment.calls).toHaveLength(1);
      await choose(host, chat, option);
      await host.idle(chat);
      expect(callsIn(await said(host, chat, '/policy sum'))).toMatchObject([{ confirmed: 'setting' }]);
      equipment.change({ definitions: {} });
      await host.say(chat, '/policy sum');
      await callAt(host, chat, 'pending-confirmation');
    },
  );

  test('SE6: a tool that changes while the user thinks about it is not run', async () => {
    const { host, chat, equipment } = await equipped();
    await host.say(chat, '/policy sum');
    await callAt(host, chat, 'pending-confirmation');
    equipment.change({ definitions: { sum: 'another' } });
    await choose(host, chat, 'allow-always');
    const state = await host.idle(chat);
    expect(callsIn(state)).toMatchObject([{ status: 'completed', success: false }]);
    expect(equipment.calls).toEqual([]);
  });

  test('SE6: everything that was allowed of a server goes when it is removed', async () => {
    const { host, chat } = await equipped();
    await host.say(chat, '/policy sum');
    await choose(host, chat, 'allow-always');
    await host.idle(chat);
    await host.say(chat, '/policy other');
    await choose(host, chat, 'allow-session');
    await host.idle(chat);
    await host.sessions.allowances.forgetServer('somebody else');
    expect(await host.sessions.allowances.list()).toHaveLength(2);
    await host.sessions.allowances.forgetServer('scripted');
    expect(await host.sessions.allowances.list()).toEqual([]);
    await host.say(chat, '/policy sum');
    await callAt(host, chat, 'pending-confirmation');
  });

  test('SE6: what was allowed before allowances were about definitions is asked about again', async () => {
    const { host, chat, equipment } = await equipped();
    const key = JSON.stringify(['local', 'scripted', 'sum']);
    const since = '2026-01-01T00:00:00.000Z';
    host.kernel.records.put('allowed', key, {
      id: key,
      server: 'scripted',
      serverName: 'Scripted',
      tool: 'sum',
      since,
    });
    await host.say(chat, '/policy sum');
    await callAt(host, chat, 'pending-confirmation');
    expect(equipment.calls).toEqual([]);
  });

  test('A7: calls of the same tool that wait at the same time go ahead with it, others do not', async () => {
    const requests = [{ name: 'sum' }, { name: 'sum' }, { name: 'other' }, { name: 'sum', confirm: true }];
    const { host, chat } = await equipped(
      {},
      {
        harnesses: [
          {
            describe: { provider: 'many', displayName: 'Many', description: '', models: [] },
            async *run(turn) {
              await Promise.all(
                requests.map((request) => turn.callTool({ ...request, input: '{}', says: '' })),
              );
              yield { kind: 'text', text: 'over' };
            },
          },
        ],
      },
    );
    await host.say(chat, 'go');
    await host.until(chat, (state) => callsIn(state)[3]?.status === 'pending-confirmation');
    await host.until(chat, (state) => callsIn(state)[2]?.status === 'pending-confirmation');
    await choose(host, chat, 'allow-session');
    const state = await host.until(chat, (now) => callsIn(now)[1]?.status === 'completed');
    expect(callsIn(state).map((call) => call.status)).toEqual([
      'completed',
      'completed',
      'pending-confirmation',
      'pending-confirmation',
    ]);
    expect(callsIn(state).slice(0, 2)).toMatchObject([
      { confirmed: 'user-action' },
      { confirmed: 'setting' },
    ]);
  });

  test('A8: of two clients that decide at once the first is heard, and the other is told', async () => {
    const { host, chat } = await equipped();
    await host.say(chat, '/policy sum');
    const ref = await callAt(host, chat, 'pending-confirmation');
    const action = { type: 'chat/toolCallConfirmed' as const, ...ref };
    const settled = await Promise.allSettled([
      host.dispatch(chat, { ...action, approved: true, selectedOptionId: 'allow-once' }, 'c1'),
      host.dispatch(chat, { ...action, approved: false, reason: 'denied', selectedOptionId: 'deny' }, 'c2'),
    ]);
    expect(settled).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'The call does not wait for a confirmation.' } },
    ]);
    expect(replyOf(await host.idle(chat))).toBe('done: {}');
  });
});

describe('the result before the agent has it', () => {
  test.each([
    [true, 'done: {"a":1}', 'completed'],
    [false, 'denied: The call ran, but the user withheld its result.', 'cancelled'],
  ])('A7: approved: %s', async (approved, reply, status) => {
    const { host, session, chat } = await equipped();
    await host.say(chat, '/review sum {"a":1}');
    const ref = await callAt(host, chat, 'pending-result-confirmation');
    expect((await host.session(session)).inputNeeded).toMatchObject([{ kind: 'toolConfirmation' }]);
    const action = { type: 'chat/toolCallResultConfirmed' as const, ...ref, approved };
    await host.dispatch(chat, action);
    const state = await host.idle(chat);
    expect(replyOf(state)).toBe(reply);
    expect(callsIn(state)[0]?.status).toBe(status);
    expect((await host.session(session)).inputNeeded).toBeUndefined();
    await expect(host.dispatch(chat, action)).rejects.toThrow('does not wait for a confirmation');
  });
});
