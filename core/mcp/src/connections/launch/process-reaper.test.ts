import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { eventually, openRig, isAlive, scriptedServer, texts, whenever } from '../gateway-rig.testkit.ts';
import { ProcessMarks } from './process-mark.ts';
import { ProcessReaper } from './process-reaper.ts';

/** Each starts several processes, possibly on a busy machine. */
const patiently = { timeout: 30_000 };

async function sleeper(): Promise<ChildProcess> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}

it('B5: ends the groups that it was told of, and none that it was told has ended', patiently, async () => {
  const [held, ended] = [await sleeper(), await sleeper()];
  const reaper = new ProcessReaper({ marks: new ProcessMarks(), report: () => {} });
  // Groups are ended in the order in which they were added.
  reaper.add(ended.pid!);
  reaper.add(held.pid!);
  reaper.remove(ended.pid!);
  const exit = once(held, 'exit');
  reaper.stop();
  expect(await exit).toEqual([null, 'SIGTERM']);
  expect(isAlive(ended.pid!)).toBe(true);
  ended.kill('SIGKILL');
});

/** A running server and a process that it started, inside or outside its group. */
async function parent(rig: ReturnType<typeof openRig>, script: Parameters<typeof scriptedServer>[0]) {
  const connection = await rig.ready(scriptedServer(script));
  const said = () => texts(connection).find((text) => text.startsWith('child '));
  await eventually(() => said() !== undefined);
  const child = Number(said()?.slice('child '.length));
  const pid = connection.pid!;
  expect([pid, child].map(isAlive)).toEqual([true, true]);
  return { connection, pid, child };
}

/** Ignores signals, as does its child. */
const stubborn = { stubborn: true };
/** Its child leaves its group, its parent and its environment. */
const runaway = { runaway: true };

it('B5: stopping ends a server that does not want to go, and what it started', patiently, async () => {
  const rig = openRig();
  const { pid, child } = await parent(rig, stubborn);
  await rig.close();
  expect([pid, child].map(isAlive)).toEqual([false, false]);
});

it('B5: what a server started ends with it, when it is the server that dies', patiently, async () => {
  const { connection, pid, child } = await parent(openRig(), stubborn);
  process.kill(pid, 'SIGKILL');
  await eventually(() => !isAlive(child));
  await connection.settled();
  expect(connection.state).toEqual({ kind: 'ready' });
});

it('SE13: stopping ends what has left the group of its server', patiently, async () => {
  const rig = openRig();
  const { pid, child } = await parent(rig, runaway);
  await rig.close();
  expect([pid, child].map(isAlive)).toEqual([false, false]);
});

it(
  'SE13: what has left the group of a server ends with it when the server dies, before it is started again',
  patiently,
  async () => {
    const { connection, pid, child } = await parent(openRig(), runaway);
    process.kill(pid, 'SIGKILL');
    await whenever(connection, () => connection.restarts > 0 && connection.state.kind === 'ready');
    expect(isAlive(child)).toBe(false);
  },
);

it('SE13: ends nothing of another server', patiently, async () => {
  const rig = openRig();
  const [one, other] = [await parent(rig, runaway), await parent(openRig(), runaway)];
  const kept = await rig.ready(scriptedServer(runaway), { server: 'server-2' });
  one.connection.restart();
  await whenever(one.connection, () => one.connection.state.kind === 'ready');
  expect([one.child, other.child, other.pid, kept.pid!].map(isAlive)).toEqual([false, true, true, true]);
});
