import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { eventually, isAlive } from './gateway-rig.testkit.ts';

const host = fileURLToPath(new URL('fixtures/host-until-killed.testkit.mjs', import.meta.url));
const server = fileURLToPath(new URL('fixtures/scripted-server.testkit.mjs', import.meta.url));

it('SE13: a host that is killed with -9 leaves no process behind that has left its group, parent and environment', async () => {
  const args = [host, server, JSON.stringify({ runaway: true })];
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pids = await announced(running.stdout);
  expect(pids.map(isAlive)).toEqual([true, true]);
  running.kill('SIGKILL');
  await once(running, 'exit');
  await eventually(() => !pids.some(isAlive));
});

it.each([
  ['stays when its input ends and when it is asked to go', { stubborn: true }],
  ['has not even answered yet', { stubborn: true, silent: true }],
])('B5: a host that is killed with -9 leaves no process behind, of a server that %s', async (_, script) => {
  const args = [host, server, JSON.stringify(script)];
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const pids = 'silent' in script ? await childrenOf(running.pid!) : await announced(running.stdout);
  expect(pids.map(isAlive)).toEqual([true, true]);
  running.kill('SIGKILL');
  await once(running, 'exit');
  await eventually(() => !pids.some(isAlive));
});

async function announced(output: NodeJS.ReadableStream): Promise<number[]> {
  const [line] = (await once(createInterface({ input: output }), 'line')) as [string];
  const { state, pids } = JSON.parse(line) as { state: string; pids: number[] };
  expect(state).toBe('ready');
  return pids;
}

/** The server, and its child processes. */
async function childrenOf(parentPid: number): Promise<number[]> {
  for (;;) {
    const first = (await processes()).find(
      ({ parent, command }) => parent === parentPid && command.includes('scripted-server'),
    );
    const child = (await processes()).find(({ parent }) => parent === first?.pid);
    if (first !== undefined && child !== undefined) return [first.pid, child.pid];
  }
}

async function processes(): Promise<{ pid: number; parent: number; command: string }[]> {
  const list = spawn('ps', ['-eo', 'pid=,ppid=,args=']);
  const lines: string[] = [];
  createInterface({ input: list.stdout }).on('line', (line) => lines.push(line));
  await once(list, 'close');
  return lines.map((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), command };
  });
}
