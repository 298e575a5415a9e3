import { expect, test, vi } from 'vitest';
import { ManualTime } from './manual-time.testkit.ts';
import { PageHealth } from './page-health.ts';

function rig() {
  const time = new ManualTime();
  const state = { isSeen: true };
  const ping = vi.fn<() => void>();
  const onSilent = vi.fn<(seconds: number) => void>();
  const onResponding = vi.fn<(isResponding: boolean) => void>();
  const health = new PageHealth({
    after: time.after,
    isSeen: () => state.isSeen,
    ping,
    onSilent,
    onResponding,
  });
  return { time, state, ping, onSilent, onResponding, health };
}

test('E11: a page that misses three pings in a row does not respond, until it does', async () => {
  const { time, ping, onResponding, health } = rig();
  health.initialized();
  await time.pass(10_000);
  expect(ping).toHaveBeenCalledTimes(3);
  expect(onResponding).not.toHaveBeenCalled();
  await time.pass(5000);
  expect(onResponding.mock.calls).toEqual([[false]]);
  health.answered();
  expect(onResponding).toHaveBeenLastCalledWith(true);
  await time.pass(10_000);
  expect(onResponding).toHaveBeenCalledTimes(2);
});

test('E11: a page that nobody sees is not pinged', async () => {
  const { time, state, ping, onResponding, health } = rig();
  state.isSeen = false;
  health.initialized();
  await time.pass(60_000);
  expect(ping).not.toHaveBeenCalled();
  state.isSeen = true;
  await time.pass(5000);
  expect(ping).toHaveBeenCalledOnce();
  expect(onResponding).not.toHaveBeenCalled();
});

test('E11: silence is told after 15 seconds, unless the View introduces itself or ends', async () => {
  const spoke = rig();
  spoke.health.handedOver();
  spoke.health.initialized();
  const ended = rig();
  ended.health.handedOver();
  ended.health.stop();
  const silent = rig();
  silent.health.handedOver();
  for (const { time } of [spoke, ended, silent]) await time.pass(15_000);
  expect(spoke.onSilent).not.toHaveBeenCalled();
  expect(ended.onSilent).not.toHaveBeenCalled();
  expect(ended.time.waiting).toBe(0);
  expect(silent.onSilent.mock.calls).toEqual([[15]]);
});
