import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { eventually, openRig, isAlive, scriptedServer, texts } from '../gateway-rig.testkit.ts';
import { ProcessMarks } from './process-mark.ts';
import { ProcessWarden } from './process-warden.ts';

async function sleeper(): Promise<ChildProcess> {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}

it('B5: ends the groups that it was told of, and none that it was told has ended', async () => {
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

it('B5: stopping ends a server that does not want to go, and what it started', async () => {
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

it('B5: what a server started ends with it, when it is the server that dies', async () => {
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
