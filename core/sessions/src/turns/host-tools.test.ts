import { reportOf, ScriptedEquipment } from '@loggia/testing';
import { expect, test } from 'vitest';
import { hostToolsId, type OfferedTool, type RunningCall, type ToolReport } from '../equipment.ts';
import { callAt, callsIn, replyOf, rig } from '../rig.testkit.ts';

/** Equipment with a tool of the host's own. */
class WithHostTool extends ScriptedEquipment {
  hostTools() {
    return [{ name: 'run', title: 'Run' }];
  }

  override tool(uri: string, name: string): OfferedTool | undefined {
    if (name !== 'run') return super.tool(uri, name);
    const facts = { customizationId: hostToolsId, displayName: 'Run', definition: 'run 1', ownName: name };
    return { ...facts, meta: undefined, annotations: { destructiveHint: true }, needsConsent: true };
  }

  override async call(call: RunningCall): Promise<ToolReport> {
    if (call.name !== 'run') return super.call(call);
    call.show([{ type: 'text', text: `running in ${call.turnId}` }]);
    await new Promise((resolve) => setImmediate(resolve));
    return reportOf('ran');
  }
}

async function equipped() {
  const equipment = new WithHostTool();
  // Neither this policy nor the agent, which asks for no confirmation, lets it run.
  const host = await rig({ equipment: equipment.attach, confirm: 'never' });
  return { host, ...(await host.create()) };
}

test('TM9: a host tool that needs consent asks whatever the policy and the agent say', async () => {
  const { host, chat } = await equipped();
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
});

test('TM9: a server’s tool of the same name keeps the name', async () => {
  const equipment = new WithHostTool({ tools: { run: async () => reportOf('the server’s') } });
  const host = await rig({ equipment: equipment.attach });
  const { chat } = await host.create();
  await host.say(chat, '/tools');
  expect(replyOf(await host.idle(chat)).match(/run/g)).toHaveLength(1);
});
