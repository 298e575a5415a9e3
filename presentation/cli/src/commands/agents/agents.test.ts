import { expect, test } from 'vitest';
import { HostDouble, loggia } from '../../host-double.testkit.ts';

const operator = {
  ...{ agent: 'operator', name: 'Operator', source: { kind: 'builtIn' } },
  ...{ state: 'ready', isDefault: true },
};
const code = {
  agent: 'opencode',
  name: 'OpenCode',
  source: { kind: 'added' },
  command: ['opencode', 'acp'],
  variables: ['KEY'],
  state: 'signedOut',
  problem: "OpenCode isn't signed in.",
  authMethods: [{ id: 'browser', name: 'In a browser', kind: 'agent' }],
  isDefault: false,
};
const openCode = {
  name: 'OpenCode',
  command: 'npx',
  args: ['--yes', 'opencode-ai@1.18', 'acp'],
  env: { QUIET: '1' },
};
const catalog = {
  agents: [
    {
      ...{ id: 'opencode', name: 'OpenCode', version: '1.18', license: 'MIT', source: { kind: 'builtIn' } },
      ...{ package: 'opencode-ai@1.18', isInstalled: false },
      keys: [{ name: 'KEY', description: 'A key', authMethod: 'by-key' }],
      settings: openCode,
    },
    {
      ...{ id: 'goose', name: 'Goose', source: { kind: 'builtIn' }, isInstalled: false, keys: [] },
      problem: 'Goose comes as a program to download.',
    },
  ],
  problems: ['The catalog ./more.json is not there.'],
};
const works = {
  works: true,
  name: 'OpenCode',
  version: '1.18',
  durationMs: 3210,
  resumes: true,
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
    'x-loggia/listAgentCatalog': () => catalog,
    'x-loggia/updateAgent': () => ({ agent: { ...code, name: 'Other' } }),
    'x-loggia/signInAgent': () => tested,
    'x-loggia/testAgent': () => tested,
    'x-loggia/removeAgent': () => ({}),
  });

test('J9: the list says what each agent runs, and never the values of its variables', async () => {
  const { data } = await host();
  const { out } = await loggia(['agents', 'list'], { data });
  expect(out).toContain('added (opencode acp with KEY)');
  expect(out).toMatch(/not signed in/);
  expect(out).toMatch(/operator\s+Operator\s+built in\s+ready\s+new sessions/);
  expect(out).toContain("OpenCode: OpenCode isn't signed in.");
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
    'Run "opencode acp", with the variable KEY on the host’s machine, with all permissions of the host’s user? [y/N] ',
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
});

test('J9: an agent of the catalog is added by its name, with the method of its key', async () => {
  const double = await host();
  const env = { LOGGIA_DATA: double.data, KEY: 'secret' };
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return 'y';
  };
  expect(await loggia(['agents', 'add', 'opencode', '--env', 'KEY'], { env, ask })).toMatchObject({
    exitCode: 0,
    out:
      'OpenCode (1.18, MIT). npx downloads opencode-ai@1.18 when it starts.\n' +
      'OpenCode 1.18 opened a session in 3.2 s.\nAdded OpenCode as "opencode".\n',
  });
  expect(questions).toEqual([
    'Run "npx --yes opencode-ai@1.18 acp", with the variables QUIET, KEY on the host’s machine, with all permissions of the host’s user? [y/N] ',
  ]);
  const settings = {
    ...openCode,
    env: { QUIET: '1', KEY: 'secret' },
    authMethod: 'by-key',
  };
  expect(double.commands.at(-1)).toEqual(['x-loggia/addAgent', { settings }]);
});

test('J9: what can not be added from the catalog says why', async () => {
  const { data } = await host();
  expect(await loggia(['agents', 'add', 'goose', '--yes'], { data })).toEqual({
    ...{ exitCode: 1, out: '', complaints: 'loggia: Goose comes as a program to download.\n' },
  });
  const unknown = await loggia(['agents', 'add', 'nobody', '--yes'], { data });
  expect(unknown.exitCode).toBe(1);
  expect(unknown.complaints).toContain('There is no agent "nobody" in the catalog.');
  expect(await loggia(['agents', 'add', 'opencode'], { data })).toMatchObject({ exitCode: 2 });
});

test('J9: the catalog is listed for people and for programs', async () => {
  const { data } = await host();
  const { out, complaints } = await loggia(['agents', 'catalog'], { data });
  expect(out).toMatch(/opencode\s+OpenCode\s+1\.18\s+MIT\s+downloaded by npx/);
  expect(out).toMatch(/goose\s+Goose\s+–\s+–\s+must be installed first/);
  expect(complaints).toBe('The catalog ./more.json is not there.\n');
  expect(JSON.parse((await loggia(['agents', 'catalog', '--json'], { data })).out)).toEqual(catalog);
  expect((await loggia(['agents', 'catalog', 'OpenCode'], { data })).out).toBe(
    'OpenCode (1.18, MIT)\nRuns: npx --yes opencode-ai@1.18 acp\nVariable KEY: A key\n',
  );
});

test('J9: an agent that is not signed in is added, and the answer says how to sign in', async () => {
  const { data } = await host({ works: false, needsSignIn: true, durationMs: 5, problem: 'No.' });
  const { out, exitCode } = await loggia(['agents', 'add', 'X', '--yes', '--', 'x'], { data });
  expect([exitCode, out]).toEqual([
    0,
    'Added OpenCode as "opencode".\nIt isn’t signed in. Run "loggia agents sign-in opencode", or give it its key.\n',
  ]);
});

test('J9: an agent is signed in with its only method, or the one that is named', async () => {
  const double = await host();
  const { data } = double;
  expect(await loggia(['agents', 'sign-in', 'opencode'], { data })).toMatchObject({
    ...{ exitCode: 0, out: 'Signed in to OpenCode.\nOpenCode 1.18 opened a session in 3.2 s.\n' },
  });
  expect(double.commands.at(-1)).toEqual(['x-loggia/signInAgent', { agent: 'opencode', method: 'browser' }]);
  await loggia(['agents', 'sign-in', 'opencode', 'other'], { data });
  expect(double.commands.at(-1)).toEqual(['x-loggia/signInAgent', { agent: 'opencode', method: 'other' }]);
  const bad = await host(missing);
  expect(await loggia(['agents', 'sign-in', 'opencode'], { data: bad.data })).toMatchObject({
    ...{ exitCode: 1, complaints: `loggia: ${missing.problem}\n` },
  });
});

test('J9: a sign-in that needs a terminal says so where there is none, and starts nothing', async () => {
  const authMethods = [{ id: 'login', name: 'Log in', kind: 'terminal' }];
  const double = await HostDouble.start({
    'x-loggia/listAgents': () => ({ agents: [{ ...code, authMethods }] }),
  });
  const { data } = double;
  expect(await loggia(['agents', 'sign-in', 'opencode'], { data })).toEqual({
    exitCode: 1,
    out: '',
    complaints:
      'loggia: "opencode" signs in at a terminal. Run this command at one, or open Settings → Agents in the page.\n',
  });
  expect(double.commands.map(([method]) => method)).toEqual(['x-loggia/listAgents']);
});

test('J9: an edit keeps what is not named, and asks before another program runs', async () => {
  const double = await host();
  const { data } = double;
  expect(await loggia(['agents', 'edit', 'opencode', '--env', 'NEW=1', '--name', 'Other'], { data })).toEqual(
    {
      exitCode: 0,
      out: 'OpenCode 1.18 opened a session in 3.2 s.\nChanged Other.\n',
      complaints: '',
    },
  );
  const kept = { name: 'Other', command: 'opencode', args: ['acp'], env: { KEY: null, NEW: '1' } };
  expect(double.commands.slice(-2)).toEqual([
    ['x-loggia/testAgent', { agent: 'opencode', settings: kept }],
    ['x-loggia/updateAgent', { agent: 'opencode', settings: kept }],
  ]);
  const before = double.commands.length;
  const other = ['agents', 'edit', 'opencode', '--remove-env', 'KEY', '--', '/opt/opencode', 'acp'];
  const questions: string[] = [];
  const ask = async (question: string) => {
    questions.push(question);
    return 'n';
  };
  expect(await loggia(other, { env: { LOGGIA_DATA: data }, ask })).toMatchObject({ exitCode: 1 });
  expect(questions[0]).toContain('Run "/opt/opencode acp" on the host’s machine');
  expect(double.commands.slice(before).map(([method]) => method)).toEqual(['x-loggia/listAgents']);
  expect(await loggia(other, { data })).toMatchObject({ exitCode: 2 });
  expect(await loggia(['agents', 'edit', 'opencode'], { data })).toMatchObject({ exitCode: 2 });
  expect(await loggia(['agents', 'edit', 'operator', '--name', 'X'], { data })).toMatchObject({
    exitCode: 1,
  });
});

test('J9: a test says what the agent can not do', async () => {
  const { data } = await host({ ...works, resumes: false });
  expect((await loggia(['agents', 'test', 'OPENCODE'], { data })).out).toBe(
    'OpenCode 1.18 opened a session in 3.2 s.\n' +
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
