import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { checkAgent, signInProgram } from './index.ts';

const program = fileURLToPath(new URL('fixtures/scripted-agent.testkit.mjs', import.meta.url));

test('K1: the program that signs in is the agent with what the method adds, and it signs in', async () => {
  const cwd = await mkdtemp(path.join(os.tmpdir(), 'acp-sign-in-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const own = { SIGN_IN: 'terminal', SESSIONS: cwd };
  const options = {
    ...{ name: 'scripted', displayName: 'Scripted', authMethod: 'key' },
    ...{ command: process.execPath, args: [program], env: own },
  };
  const { authMethod: _, ...plain } = options;
  const context = { env: { PATH: process.env['PATH'] }, cwd, signal: new AbortController().signal };
  const { command, args, env } = await signInProgram(options, 'login', context);
  expect({ command, args, env }).toEqual({
    command: process.execPath,
    args: [program, '--login'],
    env: { PATH: process.env['PATH'], ...own, CODE: '1234' },
  });
  expect(spawnSync(command, args, { env, input: 'wrong\n' }).status).toBe(1);
  expect(await checkAgent(plain, context)).toMatchObject({
    works: false,
    authMethods: [{ id: 'login', name: 'Log in', kind: 'terminal' }],
  });
  expect(spawnSync(command, args, { env, input: '1234\n' }).status).toBe(0);
  expect((await checkAgent(plain, context)).works).toBe(true);
  await expect(signInProgram(options, 'none', context)).rejects.toThrow(
    'Scripted has no such way to sign in in a terminal. Choose one of "login".',
  );
  const missing = { ...options, command: 'no-such-program' };
  await expect(signInProgram(missing, 'login', context)).rejects.toThrow(
    /Install it, or correct its command\.$/,
  );
});
