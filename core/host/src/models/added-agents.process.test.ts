import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Harnesses, type Harness } from '@loggia/sessions';
import { expect, onTestFinished, test } from 'vitest';
import { AddedAgents, agentRecords } from './added-agents.ts';

const program = fileURLToPath(
  new URL('../../../../harnesses/acp/src/fixtures/scripted-agent.testkit.mjs', import.meta.url),
);
const scripted = { name: 'My Agent', command: process.execPath, args: [program], env: { KEY: 'secret' } };

async function open(stored = new Map<string, unknown>(), configured: readonly Harness[] = []) {
  const harnesses = new Harnesses(configured);
  const agents = await AddedAgents.open({
    records: {
      put: (namespace, key, value) => void stored.set(`${namespace} ${key}`, value),
      delete: (namespace, key) => void stored.delete(`${namespace} ${key}`),
      list: async () => Array.from(stored, ([key, value]) => ({ key, value })),
    },
    harnesses,
    origins: new Map([
      ['ready', { kind: 'file', name: 'host.json', program: { ...scripted, name: 'ready' } }],
    ]),
    env: process.env,
    workspace: process.cwd(),
    guard: { starting: () => ({}), started: () => () => undefined },
    clock: { now: () => 0 },
    changed: (added) => harnesses.replace([...added, ...configured]),
    report: () => undefined,
  });
  return { agents, harnesses, stored };
}

const signal = new AbortController().signal;

test('J9: an agent is added, offered at once and after a restart, and removed', async () => {
  const { agents, harnesses, stored } = await open();
  expect(await agents.add(scripted)).toEqual({
    agent: 'my-agent',
    name: 'My Agent',
    source: { kind: 'added' },
    command: [process.execPath, program],
    variables: ['KEY'],
    state: 'untested',
    isDefault: true,
  });
  expect((await agents.add(scripted)).agent).toBe('my-agent-2');
  expect(harnesses.all().map(({ describe }) => describe.displayName)).toEqual(['My Agent', 'My Agent']);
  expect([...stored.keys()]).toEqual([`${agentRecords} my-agent`, `${agentRecords} my-agent-2`]);
  const again = await open(stored);
  expect(again.agents.list().map(({ agent }) => agent)).toEqual(['my-agent', 'my-agent-2']);
  await again.agents.remove('my-agent');
  expect(again.harnesses.all().map(({ describe }) => describe.provider)).toEqual(['my-agent-2']);
  expect(JSON.stringify(again.agents.list())).not.toContain('secret');
});

test('J9: an agent is tested before and after it is added, also one of the configuration file', async () => {
  const { agents } = await open();
  const { agent } = await agents.add(scripted);
  const answer = {
    ...{ works: true, name: 'Scripted', version: '1.2.3', resumes: true },
    accepts: ['embeddedContext'],
  };
  expect(await agents.test({ agent }, signal)).toEqual(answer);
  expect(await agents.test({ agent: 'ready' }, signal)).toEqual(answer);
  expect(await agents.test({ settings: { ...scripted, env: { SIGN_IN: '1' } } }, signal)).toEqual({
    works: false,
    needsSignIn: true,
    authMethods: [{ id: 'key', name: 'Use a key', kind: 'agent' }],
    problem:
      'My Agent isn\'t signed in. It knows these ways: "Use a key". Sign in under Settings → Agents or with "loggia agents sign-in my-agent-2", or give it its key.',
  });
  expect(await agents.test({ settings: { name: 'X', command: 'no-such-program' } }, signal)).toEqual({
    works: false,
    problem:
      'X could not be started, because there is no program "no-such-program" on the PATH of the host. Install it, or correct its command.',
  });
});

test('J9: an agent is changed in place and keeps the values that are not given', async () => {
  const { agents, stored, harnesses } = await open();
  const { agent } = await agents.add({ ...scripted, env: { KEY: 'secret', OLD: 'x' } });
  const before = harnesses.get(agent);
  const changed = await agents.update(agent, { ...scripted, name: 'Renamed', env: { KEY: null, NEW: 'y' } });
  expect(changed).toMatchObject({ agent, name: 'Renamed', variables: ['KEY', 'NEW'] });
  expect(stored.get(`${agentRecords} ${agent}`)).toMatchObject({ env: { KEY: 'secret', NEW: 'y' } });
  expect(harnesses.get(agent)).not.toBe(before);
  await expect(agents.update(agent, { ...scripted, env: { OLD: null } })).rejects.toThrow(
    'Enter the value of the variable "OLD".',
  );
  await expect(agents.update('nobody', scripted)).rejects.toThrow('There is no agent "nobody".');
});

test('J9: the list says what is wrong with an agent, and what to run', async () => {
  const { agents } = await open();
  const gone = { name: 'Gone', command: 'no-such-program', install: 'npm install --global gone' };
  expect(await agents.add(gone)).toMatchObject({
    state: 'missing',
    problem:
      'There is no program "no-such-program" on the PATH of the host. Run "npm install --global gone" on the machine of the host, or correct its command.',
  });
  expect(await agents.test({ agent: 'gone' }, signal)).toMatchObject({
    works: false,
    problem:
      'Gone could not be started, because there is no program "no-such-program" on the PATH of the host. Run "npm install --global gone" on the machine of the host, or correct its command.',
  });
  const crashing = { name: 'Crash', command: process.execPath, args: ['-e', 'process.exit(3)'] };
  await agents.add(crashing);
  const problem = `Crash ended with exit code 3. Run "${process.execPath} -e process.exit(3)" on the machine of the host to see why.`;
  expect(await agents.test({ agent: 'crash' }, signal)).toEqual({ works: false, problem });
  expect(agents.list().find(({ agent }) => agent === 'crash')).toMatchObject({ state: 'failing', problem });
  await agents.add({ ...scripted, name: 'Modern', node: '4000' });
  expect((await agents.test({ agent: 'modern' }, signal)).problem).toMatch(
    /^Modern needs Node 4000 or newer, and the host has Node [\d.]+\. Run "nvm install 4000" on the machine of the host, or install it from nodejs\.org, and start Loggia with it\.$/,
  );
  await agents.add({ ...scripted, name: 'Placed', folder: '/no/such/folder' });
  expect((await agents.test({ agent: 'placed' }, signal)).problem).toBe(
    'Placed can\'t start, because there is no folder "/no/such/folder". Create it, or choose another one under Settings → Agents.',
  );
});

test.each(['kept', 'each time'])('J9: an agent is signed in with its own method: %s', async (way) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'loggia-sign-in-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { agents, stored } = await open();
  const { agent } = await agents.add({ ...scripted, env: { SIGN_IN: way, SESSIONS: folder } });
  await agents.test({ agent }, signal);
  expect(agents.list()[0]).toMatchObject({ state: 'signedOut', authMethods: [{ id: 'key' }] });
  expect(await agents.signIn(agent, 'key', signal)).toMatchObject({ works: true, name: 'Scripted' });
  expect(agents.list()[0]).toMatchObject({ state: 'ready' });
  expect(stored.get(`${agentRecords} ${agent}`)).toMatchObject(
    way === 'kept' ? { env: { SIGN_IN: way } } : { authMethod: 'key' },
  );
  expect((await agents.test({ agent }, signal)).works).toBe(true);
});

test('J9: a sign-in that fails says why', async () => {
  const { agents } = await open();
  const { agent } = await agents.add({ ...scripted, env: { SIGN_IN: 'never' } });
  expect(await agents.signIn(agent, 'key', signal)).toMatchObject({
    works: false,
    problem: 'My Agent reports a problem: The account is closed.',
  });
  await expect(agents.signIn(agent, 'other', signal)).rejects.toThrow(
    'The agent has no such way to sign in. Choose one of "key".',
  );
});

test('L5: what does not fit is refused with what to do', async () => {
  const { agents } = await open();
  await expect(agents.add({ name: 'X', command: './here' })).rejects.toThrow(
    '"command" must be the name of a program on the PATH, or an absolute path.',
  );
  await expect(agents.remove('nobody')).rejects.toThrow('There is no agent "nobody".');
  await expect(agents.remove('nobody')).rejects.toThrow('It may have been removed.');
  await expect(agents.test({}, signal)).rejects.toThrow('Name an agent, or give its settings.');
});
