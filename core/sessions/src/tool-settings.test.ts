import { sessionToolValues, type ConfigState } from '@loggia/protocol';
import { reportOf, ScriptedEquipment, SessionRig } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import type { Harness } from './harness.ts';
import { rig } from './rig.testkit.ts';
import { chooseTools, toolBudget } from './tools/choose-tools.ts';

const session = 'ahp-session:/s';

const schema: ConfigState['schema'] = {
  properties: {
    toolBudget: { type: 'string', title: 'Room', sessionMutable: true },
    pinnedTools: { type: 'array', title: 'Pins', sessionMutable: true },
  },
};

/** An agent that notes which tools it has without a search. */
function looking(seen: (readonly string[])[]): Harness {
  return {
    describe: { provider: 'looking', displayName: 'Looking', description: '', models: [] },
    async *run(turn) {
      const budget = toolBudget(turn.toolBudget, undefined);
      const { offered } = chooseTools(turn.tools(), { budget, noted: [] });
      seen.push(offered.map(({ name }) => name));
      yield { kind: 'text', text: 'Seen.' };
    },
  };
}

function options(seen: (readonly string[])[]): Parameters<typeof rig>[0] {
  const done = async () => reportOf('done');
  const equipment = new ScriptedEquipment({
    tools: { add: done, remove: done, list: done },
    configFor: () => ({ schema, values: sessionToolValues({ budget: null, pins: [] }) }),
  });
  return {
    harnesses: [looking(seen)],
    equipment: equipment.attach,
    settingsIn: () => ({ toolBudget: 10_000, pinnedTools: ['Scripted/list'] }),
  };
}

type Change = Parameters<typeof sessionToolValues>[0];

function change(host: SessionRig, to: Change): Promise<unknown> {
  return host.dispatch(session, { type: 'session/configChanged', config: sessionToolValues(to) });
}

describe('the tools of one session', () => {
  test('K3: its own budget and pins count from the next turn on, beside those of the host', async () => {
    const seen: (readonly string[])[] = [];
    const host = await rig(options(seen));
    const { chat } = await host.create();
    let turn = 0;
    const look = async () => {
      const count = ++turn;
      await host.say(chat, 'look', `t${count}`);
      await host.until(chat, ({ turns }) => turns.length === count);
    };
    await look();
    await change(host, { budget: 1 });
    await look();
    await change(host, { pins: ['Scripted/add'] });
    await look();
    await change(host, { budget: 'off', pins: [] });
    await look();
    await change(host, { budget: null });
    await look();
    const all = ['add', 'remove', 'list'];
    expect(seen).toEqual([all, ['list'], ['add', 'list'], all, all]);
  });

  test('K3: they are kept over a restart', async () => {
    const seen: (readonly string[])[] = [];
    const before = await SessionRig.open(options(seen));
    const { chat } = await before.create();
    await change(before, { budget: 1, pins: ['Scripted/remove'] });
    await before.close();
    const host = await rig({ ...options(seen), disk: before.disk });
    host.sessions.watched(session);
    await host.say(chat, 'look');
    await host.until(chat, ({ turns }) => turns.length === 1);
    expect(seen).toEqual([['remove', 'list']]);
  });

  test.each([
    [{ toolBudget: 'much' }, 'is a number of tokens up to 10000000, as text, or "off", or "default"'],
    [{ toolBudget: '99999999' }, 'is a number of tokens'],
    [{ toolBudget: 500 }, 'must be of the type string'],
    [{ pinnedTools: [7] }, 'lists at most 200 names of servers, or server/tool'],
    [{ pinnedTools: ['x'.repeat(201)] }, 'of at most 200 characters each'],
  ])('L5: %j is refused', async (config, reason) => {
    const host = await rig(options([]));
    await host.create();
    await expect(host.dispatch(session, { type: 'session/configChanged', config })).rejects.toThrow(reason);
  });
});
