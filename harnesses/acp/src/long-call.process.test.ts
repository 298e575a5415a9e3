import { setTimeout as sleep } from 'node:timers/promises';
import { reportOf, type ToolScript } from '@loggia/testing';
import { expect, test } from 'vitest';
import { acpRig, callsOf, partsOf, textOf } from './acp-rig.testkit.ts';

/** Longer than the minute after which clients of the SDK give up. */
const longMs = 90_000;

test('B6, K1: a call of 90 seconds reaches an agent whose client gives up after a minute of silence', async () => {
  const slow: ToolScript = async () => {
    await sleep(longMs);
    return reportOf('at last');
  };
  const rig = await acpRig({ equipment: { tools: { slow } } });
  await rig.say([{ callWithSdk: 'slow' }]);
  await rig.until((state) => callsOf(state).some(({ status }) => status === 'running'));
  await sleep(longMs);
  const state = await rig.until((now) => !now.activeTurn && partsOf(now).length > 0);
  expect(textOf(state)).toMatch(/^at last after \d+ beats$/);
  expect(Number(/\d+/.exec(textOf(state))?.[0])).toBeGreaterThanOrEqual(longMs / 10_000);
  expect(callsOf(state)).toMatchObject([{ toolName: 'slow', status: 'completed', success: true }]);
});
