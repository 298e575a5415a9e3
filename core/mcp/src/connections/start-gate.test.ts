import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually, openRig, scriptedServer } from './gateway-rig.testkit.ts';
import { StartGate } from './start-gate.ts';

const never = new AbortController().signal;

it('B5: lets so many in at a time, in the order in which they came', async () => {
  const gate = new StartGate(2);
  const order: number[] = [];
  const leaves = await Promise.all([gate.enter(never), gate.enter(never)]);
  const later = [3, 4].map(async (number) => {
    const leave = await gate.enter(never);
    order.push(number);
    return leave;
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  leaves[0]!();
  leaves[0]!();
  (await later[0]!)();
  await later[1];
  expect(order).toEqual([3, 4]);
});

it('B5: who gives up while waiting takes no place', async () => {
  const gate = new StartGate(1);
  const leave = await gate.enter(never);
  const abort = new AbortController();
  const waiting = gate.enter(abort.signal);
  const next = gate.enter(never);
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  leave();
  (await next)();
  (await gate.enter(never))();
});

it('B5: servers start in turn, and a slow one holds up no more than its place', async () => {
  const rig = openRig({ limits: { startsAtOnce: 2 } });
  const startedFile = rig.file('started');
  const waitForFile = rig.file('go');
  const started = () => {
    try {
      return readFileSync(startedFile, 'utf8').trim().split('\n').length;
    } catch {
      return 0;
    }
  };
  const servers = Array.from({ length: 5 }, (_, index) =>
    rig.open(scriptedServer({ startedFile, waitForFile }), { server: `server-${index}` }),
  );
  await eventually(() => started() === 2);
  expect(servers.map((server) => server.state.kind)).toEqual(Array(5).fill('starting'));
  const quick = rig.open(scriptedServer({}), { server: 'quick' });
  writeFileSync(waitForFile, '');
  await Promise.all([...servers, quick].map((server) => server.settled()));
  expect([...servers, quick].map((server) => server.state.kind)).toEqual(Array(6).fill('ready'));
  expect(started()).toBe(5);
});
