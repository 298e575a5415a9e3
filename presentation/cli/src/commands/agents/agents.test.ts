import { expect, test } from 'vitest';
import { HostDouble, loggia } from '../../host-double.testkit.ts';

const operator = { agent: 'operator', name: 'Operator', source: { kind: 'builtIn' }, isDefault: true };
const code = {
  agent: 'opencode',
  name: 'OpenCode',
  source: { kind: 'added' },
  command: ['opencode', 'acp'],
  variables: ['KEY'],
  isDefault: false,
};
const works = {
  works: true,
  name: 'OpenCode',
  version: '1.18',
  durationMs: 3210,
  resumes: true,
  usesTools: true,
};
const missing = {
  works: false,
  durationMs: 5,
  problem: 'OpenCode could not be started, because there is no program "opencode" on the PATH of the host.',
};

const host = (tested: object = works): Promise<HostDouble> =>
  HostDouble.start({
    'x-loggia/listAgents': () => ({ agents: [code, operator] }),
    'x-loggia/addAgent': () => ({ agent: code }),
    'x-loggia/testAgent': () => tested,
    'x-loggia/removeAgent': () => ({}),
  });

test('J9: the list says what each agent runs, and never the values of its variables', async () => {
  const { data } = await host();
  const { out } = await loggia(['agents', 'list'], { data });
  expect(out).toContain('added (opencode acp with KEY)');
  expect(out).toMatch(/operator\s+Operator\s+built in\s+new sessions/);
});

test('J9: what will run is shown and confirmed before it is tested and added', async () => {
  const double = await host();
  const { data } = double;
  const line = ['agents', 'add', 'OpenCode', '--env', 'KEY', '--', 'opencode', 'acp'];
  const questions: string[] = [];
  const answering = (answer: string) => async (question: string) => {
    questions.push(question);
    return answer;
  };
  const env = { LOGGIA_DATA: data, KEY: 'secret' };
  expect(await loggia(line, { env, ask: answering('n') })).toMatchObject({ exitCode: 1 });
  expect(double.commands).toEqual([]);
  expect(await loggia(line, { env, ask: answering('y') })).toEqual({
    exitCode: 0,
    out: 'OpenCode 1.18 opened a session in 3.2 s.\nAdded OpenCode as "opencode".\n',
    complaints: '',
  });
  expect(questions[0]).toBe(
    'Run "opencode acp" on the host’s machine, with all permissions of the host’s user? [y/N] ',
  );
  const settings = { name: 'OpenCode', command: 'opencode', args: ['acp'], env: { KEY: 'secret' } };
  expect(double.commands).toEqual([
    ['x-loggia/testAgent', { settings }],
    ['x-loggia/addAgent', { settings }],
  ]);
});

test('J9: an agent that fails its test is not added', async () => {
  const double = await host(missing);
  const line = ['agents', 'add', 'OpenCode', '--yes', '--', 'opencode', 'acp'];
  expect(await loggia(line, { data: double.data })).toEqual({
    exitCode: 1,
    out: '',
    complaints: `loggia: ${missing.problem} Nothing was added. To add it anyway, add --no-test.\n`,
  });
  expect(double.commands.map(([method]) => method)).toEqual(['x-loggia/testAgent']);
  expect(await loggia(['agents', 'add', 'X', '--yes'], { data: double.data })).toMatchObject({ exitCode: 2 });
});

test('J9: a test says what the agent can not do', async () => {
  const { data } = await host({ ...works, resumes: false, usesTools: false });
  expect((await loggia(['agents', 'test', 'OPENCODE'], { data })).out).toBe(
    'OpenCode 1.18 opened a session in 3.2 s.\n' +
      'It doesn’t support MCP over HTTP, so it can’t use the tools of sessions.\n' +
      'It can’t resume its sessions. After a restart it is given the conversation so far.\n',
  );
  const bad = await host(missing);
  expect(await loggia(['agents', 'test', 'opencode'], { data: bad.data })).toMatchObject({
    exitCode: 1,
    complaints: `loggia: ${missing.problem}\n`,
  });
});

test('J9: an agent is removed by its id or its name', async () => {
  const double = await host();
  expect(await loggia(['agents', 'remove', 'OpenCode', '--yes'], { data: double.data })).toMatchObject({
    exitCode: 0,
    out: 'Removed "OpenCode".\n',
  });
  expect(double.commands.at(-1)).toEqual(['x-loggia/removeAgent', { agent: 'opencode' }]);
});
