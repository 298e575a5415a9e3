import { reportOf, ScriptedEquipment } from '@loggia/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hostToolsId } from '../equipment.ts';
import { hostTool, succeeded } from '../host-tools/host-tool.ts';
import type { HostToolRecord } from '../host-tools/turn-equipment.ts';
import { callAt, callsIn, replyOf, rig } from '../rig.testkit.ts';

const run = hostTool({
  name: 'run',
  title: 'Run',
  annotations: { destructiveHint: true },
  needsConsent: true,
  input: z.strictObject({ times: z.int().optional() }),
  describe: () => 'Runs.',
  target: ({ times = 1 }) => `${times} times`,
  run: async (_input, call) => {
    call.show([{ type: 'text', text: `running in ${call.turnId}` }]);
    await new Promise((resolve) => setImmediate(resolve));
    return succeeded('Ran', 'ran');
  },
});

async function equipped() {
  const records: HostToolRecord[] = [];
  const hostToolRan = (record: HostToolRecord) => void records.push(record);
  // Neither this policy nor the agent, which asks for no confirmation, lets it run.
  const host = await rig({ hostTools: [run], hostToolRan, confirm: 'never' });
  return { host, records, ...(await host.create()) };
}

test('TM9: a host tool that needs consent asks whatever the policy and the agent say', async () => {
  const { host, chat, records } = await equipped();
  await host.say(chat, '/tool run {}');
  const ref = await callAt(host, chat, 'pending-confirmation');
  const [waiting] = callsIn(await host.chat(chat));
  expect(waiting).toMatchObject({
    confirmationTitle: 'Run "Run" on "Loggia"?',
    riskAssessment: { safety: 0.1 },
  });
  expect(waiting?.contributor).toBeUndefined();
  await host.dispatch(chat, {
    type: 'chat/toolCallConfirmed',
    ...ref,
    approved: true,
    selectedOptionId: 'allow-always',
  });
  expect(replyOf(await host.idle(chat))).toBe('done: ran');
  expect(await host.sessions.allowances.list()).toMatchObject([{ server: hostToolsId, tool: 'run' }]);

  // The user's "always" is the only thing that lets later calls run.
  await host.say(chat, '/tool run {}');
  const state = await host.until(chat, ({ turns, activeTurn }) => turns.length === 2 && !activeTurn);
  expect(callsIn(state).at(-1)).toMatchObject({ status: 'completed', confirmed: 'setting' });
  expect(records).toMatchObject([
    { call: { name: 'run', agent: 'echo', person: 'local', allowedBy: 'asked' }, target: '1 times' },
    { call: { name: 'run', agent: 'echo', person: 'local', allowedBy: 'always' }, target: '1 times' },
  ]);
});

test('TM9: a server’s tool of the same name keeps the name', async () => {
  const equipment = new ScriptedEquipment({ tools: { run: async () => reportOf('the server’s') } });
  const host = await rig({ equipment: equipment.attach, hostTools: [run] });
  const { chat } = await host.create();
  await host.say(chat, '/tools');
  expect(replyOf(await host.idle(chat)).match(/run/g)).toHaveLength(1);
});

test('TM9: a host tool that is called with the wrong input says what is wrong', async () => {
  const host = await rig({ hostTools: [run] });
  const { chat } = await host.create();
  await host.say(chat, '/tool run {"times":"often"}');
  const ref = await callAt(host, chat, 'pending-confirmation');
  await host.dispatch(chat, { type: 'chat/toolCallConfirmed', ...ref, approved: true });
  expect(replyOf(await host.idle(chat))).toMatch(/^failed: Invalid parameter "times": .*number/);
});
