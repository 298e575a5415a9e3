import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerTask } from '@loggia/protocol';
import type { CallContext } from '../connection.ts';
import type { ServerDefinition } from '../definition.ts';
import type { ServerFailure } from '../failures.ts';
import { byTest, eventually, openRig, said } from './gateway-rig.testkit.ts';

const program = fileURLToPath(new URL('fixtures/task-server.testkit.mjs', import.meta.url));

type Era = 'legacy' | 'modern';

/** `forget` makes an HTTP server forget its sessions. */
async function taskServer(
  era: Era,
  kind: 'stdio' | 'http',
  log: string,
): Promise<{ definition: ServerDefinition; forget(): void }> {
  const args = [program, era, kind, log];
  if (kind === 'stdio') {
    const transport = { kind, command: process.execPath, args, env: {} } as const;
    return { definition: { name: 'Jobs', era, transport }, forget: () => {} };
  }
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  const transport = { kind, url: address.toString().trim(), headers: {} } as const;
  return { definition: { name: 'Jobs', transport }, forget: () => void child.stdin.write('forget\n') };
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ServerFailure) => error,
  );

describe.each([
  ['legacy', 'stdio'],
  ['legacy', 'http'],
  ['modern', 'stdio'],
  ['modern', 'http'],
] as const)('tasks of a %s server over %s', (era, kind) => {
  async function open() {
    const rig = openRig();
    const log = rig.file('log');
    const { definition, forget } = await taskServer(era, kind, log);
    const job = async (given: object, context: Partial<CallContext> = {}) => {
      const connection = await rig.ready(definition);
      return connection.callTool({ name: 'job', arguments: { ...given } }, { ...byTest, ...context });
    };
    return { rig, definition, forget, log, job };
  }

  it('B4: a call that becomes a task ends with its result, and its messages are its progress', async () => {
    const { job } = await open();
    const heard: unknown[] = [];
    const handles: unknown[] = [];
    const result = await job(
      {},
      { progress: (of) => heard.push(of), task: (handle) => handles.push(handle) },
    );
    expect(said(result)).toEqual({ calls: 1 });
    expect(heard).toContainEqual({ message: 'step 2' });
    const generation = era === 'legacy' ? 'core' : 'extension';
    expect(handles).toEqual([{ taskId: expect.any(String) as string, generation }]);
  });

  it('B4: a tool that can do without a task is called without', async () => {
    const { rig, definition } = await open();
    const connection = await rig.ready(definition);
    expect(said(await connection.callTool({ name: 'quick' }, byTest))).toEqual({ wanted: false });
  });

  it('B5: only silence lets a task time out, not its duration', async () => {
    const { job } = await open();
    expect(said(await job({ steps: 8 }, { timeoutMs: 500 }))).toEqual({ calls: 1 });
  });

  it('B5: failed, canceled and forgotten tasks end as errors that say so', async () => {
    const { job } = await open();
    expect(await failureOf(job({ end: 'failed' }))).toMatchObject({
      kind: 'refused',
      code: -32_050,
      message: 'The oven is cold.',
    });
    expect((await failureOf(job({ end: 'cancelled' })))?.message).toBe(
      'The server canceled the task: step 3. Call the tool again if you still need it.',
    );
    expect((await failureOf(job({ lost: true, steps: 99 })))?.message).toMatch(
      /^The server no longer knows this task/,
    );
  });

  it('A7: canceling the call cancels the task', async () => {
    const { job, log } = await open();
    const abort = new AbortController();
    const call = failureOf(job({ steps: 10_000 }, { signal: abort.signal, progress: () => abort.abort() }));
    expect(await call).toMatchObject({ kind: 'cancelled' });
    await eventually(() => existsSync(log) && readFileSync(log, 'utf8') === 'cancelled true\n');
  });

  it('B4: a task that its call leaves is followed by a later one, and the tool is called once', async () => {
    const { job, log } = await open();
    const abort = new AbortController();
    let handle: ServerTask | undefined;
    const left = job(
      { steps: 8 },
      {
        signal: abort.signal,
        task: (task) => (handle = task),
        progress: () => abort.abort(),
        leavesTask: () => true,
      },
    );
    expect(await failureOf(left)).toMatchObject({ kind: 'cancelled' });
    if (!handle) throw new Error('A task was expected.');
    expect(said(await job({}, { follows: handle }))).toEqual({ calls: 1 });
    expect(existsSync(log)).toBe(false);
    const lost = failureOf(job({}, { follows: { ...handle, taskId: 'another' } }));
    expect((await lost)?.message).toMatch(/^The server no longer knows this task/);
  });

  it('B8: a question of a task reaches whoever called', async () => {
    const { job } = await open();
    const answer = { action: 'accept', content: { color: 'blue' } } as const;
    expect(said(await job({ ask: true }, { elicit: () => Promise.resolve(answer) }))).toEqual(answer);
  });
});

it('B5: a server that forgets the connection keeps the task, and the call is not made twice', async () => {
  const rig = openRig();
  const { definition, forget } = await taskServer('legacy', 'http', rig.file('log'));
  const connection = await rig.ready(definition);
  const context = { ...byTest, task: () => forget() };
  expect(said(await connection.callTool({ name: 'job', arguments: { steps: 5 } }, context))).toEqual({
    calls: 1,
  });
});
