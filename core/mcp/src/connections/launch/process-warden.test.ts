import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { eventually, openRig, isAlive, scriptedServer, texts, whenever } from '../gateway-rig.testkit.ts';
import { ProcessMarks } from './process-mark.ts';
import { ProcessWarden } from './process-warden.ts';

/** Each starts several processes, on a machine that may be busy. */
const patiently = { timeout: 30_000 };

async function sleeper(): Promise<ChildProcess> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}

it('B5: ends the groups that it was told of, and none that it was told has ended', patiently, async () => {
  const [held, ended] = [await sleeper(), await sleeper()];
  const warden = new ProcessWarden({ marks: new ProcessMarks(), report: () => {} });
  // The first that it was told of is the first to be ended.
  warden.add(ended.pid!);
  warden.add(held.pid!);
  warden.remove(ended.pid!);
  const exit = once(held, 'exit');
  warden.stop();
  expect(await exit).toEqual([null, 'SIGTERM']);
  expect(isAlive(ended.pid!)).toBe(true);
  ended.kill('SIGKILL');
});

it('B5: stopping ends a server that does not want to go, and what it started', patiently, async () => {
  const rig = openRig();
  const connection = await rig.ready(scriptedServer({ stubborn: true }));
  await eventually(() => texts(connection).some((text) => text.startsWith('child ')));
  const child = Number(
    texts(connection)
      .find((text) => text.startsWith('child '))
      ?.slice('child '.length),
  );
  const pids = [connection.pid!, child];
  expect(pids.map(isAlive)).toEqual([true, true]);
  await rig.close();
  expect(pids.map(isAlive)).toEqual([false, false]);
});

it('B5: what a server started ends with it, when it is the server that dies', patiently, async () => {
  const rig = openRig();
  const connection = await rig.ready(scriptedServer({ stubborn: true }));
  await eventually(() => texts(connection).some((text) => text.startsWith('child ')));
  const child = Number(
    texts(connection)
      .find((text) => text.startsWith('child '))
      ?.slice('child '.length),
  );
  process.kill(connection.pid!, 'SIGKILL');
  await eventually(() => !isAlive(child));
  await connection.settled();
  expect(connection.state).toEqual({ kind: 'ready' });
});

/** A server with a process that has left its group, its parent and its environment. */
async function runaway(rig: ReturnType<typeof openRig>) {
  const connection = await rig.ready(scriptedServer({ runaway: true }));
  const words = () => texts(connection).find((text) => text.startsWith('child '));
  await eventually(() => words() !== undefined);
  const stray = Number(words()?.slice('child '.length));
  expect([connection.pid!, stray].map(isAlive)).toEqual([true, true]);
  return { connection, stray };
}

it('SE13: stopping ends what has left the group of its server', patiently, async () => {
  const rig = openRig();
  const { connection, stray } = await runaway(rig);
  const pids = [connection.pid!, stray];
  await rig.close();
  expect(pids.map(isAlive)).toEqual([false, false]);
});

it(
  'SE13: what has left the group of a server ends with it when the server dies, before it is started again',
  patiently,
  async () => {
    const rig = openRig();
    const { connection, stray } = await runaway(rig);
    process.kill(connection.pid!, 'SIGKILL');
    await whenever(connection, () => connection.restarts > 0 && connection.state.kind === 'ready');
    expect(isAlive(stray)).toBe(false);
  },
);

it('SE13: ends nothing of another server', patiently, async () => {
  const rig = openRig();
  const [one, other] = [await runaway(rig), await runaway(openRig())];
  const kept = await rig.ready(scriptedServer({ runaway: true }), { server: 'server-2' });
  one.connection.restart();
  await whenever(one.connection, () => one.connection.state.kind === 'ready');
  expect([one.stray, other.stray, other.connection.pid!, kept.pid!].map(isAlive)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
