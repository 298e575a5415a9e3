import { reportOf, ScriptedEquipment } from '@loggia/testing';
import { expect, test } from 'vitest';
import type { Harness } from '../harness.ts';
import { rig } from '../rig.testkit.ts';

test('K3: agents are told which tools are pinned, and how much room tools may take', async () => {
  const seen: unknown[] = [];
  const agent: Harness = {
    describe: { provider: 'looking', displayName: 'Looking', description: '', models: [] },
    async *run(turn) {
      seen.push([turn.toolBudget, turn.tools().map(({ name, pinned }) => [name, pinned])]);
      yield { kind: 'text', text: 'Seen.' };
    },
  };
  const done = async () => reportOf('done');
  const equipment = new ScriptedEquipment({ tools: { add: done, remove: done } });
  let pinnedTools = ['Scripted/add', 'Other'];
  const host = await rig({
    harnesses: [agent],
    equipment: equipment.attach,
    settingsIn: () => ({ toolBudget: 500, pinnedTools }),
  });
  const { chat } = await host.create();
  await host.say(chat, 'look');
  await host.idle(chat);
  // A setting applies at once.
  pinnedTools = ['Scripted'];
  await host.say(chat, 'look again', 't2');
  await host.until(chat, ({ turns }) => turns.length === 2);
  expect(seen).toEqual([
    [
      500,
      [
        ['add', true],
        ['remove', undefined],
      ],
    ],
    [
      500,
      [
        ['add', true],
        ['remove', true],
      ],
    ],
  ]);
});
