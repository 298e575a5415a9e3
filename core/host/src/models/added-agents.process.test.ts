import { fileURLToPath } from 'node:url';
import { Harnesses, type Harness } from '@loggia/sessions';
import { expect, test } from 'vitest';
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
  const answer = { works: true, name: 'Scripted', version: '1.2.3', resumes: true, usesTools: true };
  expect(await agents.test({ agent }, signal)).toEqual(answer);
  expect(await agents.test({ agent: 'ready' }, signal)).toEqual(answer);
  expect(await agents.test({ settings: { ...scripted, env: { SIGN_IN: '1' } } }, signal)).toEqual({
    works: false,
    problem:
      'My Agent isn\'t signed in. It knows these ways: "Use a key". Sign in with its own program on the machine of the host, or add it again with its key ("loggia agents add --env").',
  });
  expect(await agents.test({ settings: { name: 'X', command: 'no-such-program' } }, signal)).toEqual({
    works: false,
    problem:
      'X could not be started, because there is no program "no-such-program" on the PATH of the host. Install it, or correct its command.',
  });
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
