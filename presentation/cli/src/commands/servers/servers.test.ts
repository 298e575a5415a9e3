import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ServerReport } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { HostDouble, loggia, Refusal, report } from '../../host-double.testkit.ts';
import { settingsOf } from './settings.ts';

const challenge = {
  kind: 'authRequired',
  reason: 'required',
  resource: { resource: 'https://mcp.example/mcp' },
} as const;
const remote = { kind: 'http', url: 'https://mcp.example/mcp' } as const;

const home = {
  id: 'home-1',
  channel: 'x-loggia-workspace:/home-1',
  title: 'Home',
  createdAt: '2026-01-02T12:00:00.000Z',
};

const servers: readonly ServerReport[] = [
  report(),
  report({ id: 'i', name: 'issues', transport: remote, state: challenge, source: { kind: 'host' } }),
  report({
    id: 'b',
    name: 'broken one',
    state: { kind: 'error', error: { errorType: 'x', message: 'It ended at once \u001b[31mwith 1' } },
    source: { kind: 'plugin', name: 'tools' },
  }),
  report({
    id: 'w',
    name: 'untrusted',
    trusted: false,
    state: { kind: 'stopped' },
    source: { kind: 'workspace', uri: 'file:///w' },
  }),
];

describe('servers list', () => {
  test('L2: says how each server is, and below why and what to do', async () => {
    const host = await HostDouble.start({ 'x-loggia/listServers': () => ({ servers }) });
    const { exitCode, out } = await loggia(['servers', 'list'], { data: host.data });
    expect(exitCode).toBe(0);
    expect(out).toBe(`NAME        STATE          TOOLS  TRANSPORT                     WORKSPACE  SOURCE
files       ready          3      stdio npx -y server-files     all        added
issues      needs sign-in  3      http https://mcp.example/mcp  all        configuration
broken one  failed         3      stdio npx -y server-files     all        plugin tools
untrusted   not trusted    3      stdio npx -y server-files     –          workspace file:///w

issues: Run "loggia servers login issues".
broken one: It ended at once ␛[31mwith 1. See "loggia servers logs 'broken one'".
untrusted: Nothing in its source runs until you trust it. Run "loggia trust add file:///w".
`);
  });

  test('F2: names the workspace of a server that only one has, and lists what one workspace has', async () => {
    const own = report({ source: { kind: 'added', workspace: 'home-1' } });
    const host = await HostDouble.start({
      'x-loggia/listServers': () => ({ servers: [own] }),
      'x-loggia/listWorkspaces': () => ({ workspaces: [home] }),
    });
    const { data } = host;
    const { out } = await loggia(['servers', 'list', '--workspace', 'Home'], { data });
    expect(out).toContain('stdio npx -y server-files  Home       added\n');
    expect(host.commands).toContainEqual(['x-loggia/listServers', { session: home.channel }]);
    const both = ['servers', 'list', '--workspace', 'Home', '--session', 'ahp-session:/1'];
    expect(await loggia(both, { data })).toMatchObject({
      exitCode: 2,
      complaints: expect.stringContaining('exclude each other'),
    });
  });

  test('L2: --json is what the host said, as one document', async () => {
    const host = await HostDouble.start({ 'x-loggia/listServers': () => ({ servers }) });
    const argv = ['servers', 'list', '--json', '--session', 'ahp-session:/1'];
    const { out, complaints } = await loggia(argv, { data: host.data });
    expect(JSON.parse(out)).toEqual({ servers });
    expect(out).not.toContain('\u001b');
    expect(complaints).toBe('');
    expect(host.commands).toEqual([['x-loggia/listServers', { session: 'ahp-session:/1' }]]);
  });

  test('L2: colors on a terminal, a table that fits it, and a hint where there is nothing', async () => {
    const host = await HostDouble.start({ 'x-loggia/listServers': () => ({ servers }) });
    const written: string[] = [];
    const terminal = { write: (text: string) => void written.push(text), isTerminal: true, columns: 60 };
    await loggia(['servers', 'list'], { data: host.data, out: terminal });
    expect(written.join('')).toContain('\u001b[32mready\u001b[39m');
    const lines = stripVTControlCharacters(written.join('')).split('\n');
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    host.answers['x-loggia/listServers'] = () => ({ servers: [] });
    const { out } = await loggia(['servers', 'list'], { data: host.data });
    expect(out).toBe('There are no servers. Add one with "loggia servers add NAME -- COMMAND".\n');
  });

  test('L5: an answer that is not what the protocol says is not shown', async () => {
    const host = await HostDouble.start({ 'x-loggia/listServers': () => ({ servers: [{ id: 7 }] }) });
    const ran = await loggia(['servers', 'list'], { data: host.data });
    expect(ran).toMatchObject({
      exitCode: 1,
      out: '',
      complaints: expect.stringContaining('not what the protocol'),
    });
  });
});

describe('servers approve', () => {
  const source = 'x-loggia-server:/j';
  const transport: ServerReport['transport'] = {
    kind: 'stdio',
    command: 'sh',
    args: ['-c', 'id > /x'],
    cwd: '/w',
    env: ['KEY'],
  };
  const waiting = report({
    id: 'j',
    name: 'job',
    trusted: false,
    approval: { source, decision: 'waiting' },
    state: { kind: 'stopped' },
    transport,
  });
  const review = {
    source,
    decision: 'undecided',
    fingerprint: 'print-1',
    parts: [{ kind: 'mcpServer', name: 'job', change: 'new', now: transport }],
  };
  const start = () =>
    HostDouble.start({
      'x-loggia/listServers': () => ({ servers: [report(), waiting] }),
      'x-loggia/reviewTrust': () => ({ review }),
      'x-loggia/setTrust': () => ({}),
    });

  test('SE1: a server that waits is listed so, with all that it would start', async () => {
    const host = await start();
    const { out } = await loggia(['servers', 'list'], { data: host.data });
    expect(out).toContain('waiting for approval');
    expect(out).toContain(`job: It doesn't start until you approve it. Run "loggia servers approve job".
    command    sh -c "id > /x"
    folder     /w
    variables  KEY
`);
  });

  test('SE1: shows the command, asks, and approves what was shown', async () => {
    const host = await start();
    const ran = await loggia(['servers', 'approve', 'job'], { data: host.data, ask: async () => 'yes' });
    expect(ran).toMatchObject({
      exitCode: 0,
      out: `x-loggia-server:/j:
  Server "job": new
      command    sh -c "id > /x"
      folder     /w
      variables  KEY
Fingerprint: print-1
Approved "job".
`,
    });
    const decision = { source, decision: 'trusted', fingerprint: 'print-1' };
    expect(host.commands.at(-1)).toEqual(['x-loggia/setTrust', decision]);
  });

  test('SE1: without a terminal takes only the fingerprint, and has no way to say yes to anything', async () => {
    const host = await start();
    expect(await loggia(['servers', 'approve', 'job'], { data: host.data })).toMatchObject({ exitCode: 2 });
    expect(await loggia(['servers', 'approve', 'job', '--yes'], { data: host.data })).toMatchObject({
      exitCode: 2,
    });
    expect(host.commands.map(([name]) => name)).not.toContain('x-loggia/setTrust');
    const argv = ['servers', 'approve', 'job', '--fingerprint', 'print-1'];
    expect(await loggia(argv, { data: host.data })).toMatchObject({ exitCode: 0 });
  });

  test('SE1: declines', async () => {
    const host = await start();
    const { out } = await loggia(['servers', 'decline', 'job'], { data: host.data });
    expect(out).toBe('Declined "job". Nothing starts it.\n');
    expect(host.commands.at(-1)).toEqual(['x-loggia/setTrust', { source, decision: 'denied' }]);
  });

  test('L2: says so where nothing waits', async () => {
    const host = await start();
    expect(await loggia(['servers', 'approve', 'files'], { data: host.data })).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('"files" is not waiting for approval'),
    });
  });
});

describe('servers add', () => {
  const adding = (state: ServerReport['state']) => {
    const later = [
      report({ state: { kind: 'starting' } }),
      report({ state: { kind: 'starting' } }),
      report({ state }),
    ];
    return {
      'x-loggia/addServer': () => ({ id: 'id-files' }),
      'x-loggia/startServer': () => ({ server: later[0] }),
      'x-loggia/listServers': () => ({ servers: [later.length > 1 ? later.shift() : later[0]] }),
    };
  };

  test('F2: --workspace adds it to that workspace alone', async () => {
    const workspaces = () => ({ workspaces: [home] });
    const host = await HostDouble.start({
      ...adding({ kind: 'ready' }),
      'x-loggia/listWorkspaces': workspaces,
    });
    const argv = ['servers', 'add', 'files', '--workspace', 'Home', '--cwd', '/w', '--', 'npx', 'files'];
    const { exitCode, out } = await loggia(argv, { data: host.data });
    expect([exitCode, out.split('\n')[0]]).toEqual([0, 'Added "files" to the workspace "Home".']);
    const settings = { type: 'stdio', command: 'npx', args: ['files'], cwd: '/w' };
    const params = { name: 'files', settings, workspace: 'home-1' };
    expect(host.commands).toContainEqual(['x-loggia/addServer', params]);
    const elsewhere = ['servers', 'add', 'files', '--workspace', 'Gone', '--', 'npx'];
    const refused = await loggia(elsewhere, { data: host.data });
    expect(refused.complaints).toContain('There is no workspace "Gone".');
    expect(host.commands.filter(([method]) => method === 'x-loggia/addServer')).toHaveLength(1);
  });

  test.each([
    ['here', {}, path.resolve('/somewhere')],
    ['wherever a host elsewhere is', { LOGGIA_URL: 'ws://127.0.0.1:1/ahp' }, undefined],
  ])('L2: a command runs %s unless it is said otherwise', (_where, env, cwd) => {
    const times = {
      isolation: undefined,
      roots: undefined,
      'start-within': undefined,
      'call-within': undefined,
    };
    const typed = { ...times, url: undefined, sse: false, header: [], env: [], cwd: undefined };
    const oauth = { 'client-id': undefined, 'client-secret-env': undefined };
    const sandbox = { sandbox: false, 'allow-read': [], 'allow-write': [], 'allow-network': false };
    const settings = settingsOf(
      { ...typed, ...oauth, ...sandbox, command: ['npx', 'files', '.'] },
      { env, workingDirectory: path.resolve('/somewhere') },
    );
    expect(settings.cwd).toBe(cwd);
  });

  test('L2: adds a command, starts it, waits, and says how it went', async () => {
    const host = await HostDouble.start(adding({ kind: 'ready' }));
    const workingDirectory = path.resolve('/somewhere');
    const ran = await loggia(
      [
        'servers',
        'add',
        'files',
        '--env',
        'A=1=2',
        '--env',
        'KEY',
        '--cwd',
        'x',
        '--',
        'npx',
        '-y',
        'it',
        '--json',
      ],
      { env: { LOGGIA_DATA: host.data, KEY: 'from here' }, workingDirectory },
    );
    expect(ran).toEqual({
      exitCode: 0,
      out: 'Added "files".\n"files" is ready with 3 tools. See them with "loggia tools list files".\n',
      complaints: '',
    });
    expect(host.commands.slice(0, 2)).toEqual([
      [
        'x-loggia/addServer',
        {
          name: 'files',
          settings: {
            type: 'stdio',
            command: 'npx',
            args: ['-y', 'it', '--json'],
            env: { A: '1=2', KEY: 'from here' },
            cwd: path.join(workingDirectory, 'x'),
          },
        },
      ],
      ['x-loggia/startServer', { server: 'id-files' }],
    ]);
  });

  test.each<[string, ServerReport['state'], number, string]>([
    [
      'fails',
      { kind: 'error', error: { errorType: 'x', message: 'No such command' } },
      1,
      'is not running. No such command. See',
    ],
    ['asks for a sign-in', challenge, 4, 'is waiting for a sign-in. Run "loggia servers login files".'],
  ])('L2: a server that %s is added all the same', async (_, state, exitCode, words) => {
    const host = await HostDouble.start(adding(state));
    const ran = await loggia(['servers', 'add', 'files', '--', 'x'], { data: host.data });
    expect(ran).toMatchObject({ exitCode, out: expect.stringContaining(words) });
  });

  test('L2: adds an address with headers and a client of its own', async () => {
    const host = await HostDouble.start(adding({ kind: 'stopped' }));
    const argv = [
      'servers',
      'add',
      'files',
      '--url',
      'https://x.example/sse',
      '--sse',
      '--header',
      'A=b',
      '--no-start',
    ];
    const client = ['--client-id', 'me', '--client-secret-env', 'S', '--isolation', 'session'];
    const time = ['--start-within', '90', '--call-within', '900'];
    const ran = await loggia([...argv, ...client, ...time], { env: { LOGGIA_DATA: host.data, S: 'secret' } });
    expect(ran).toMatchObject({ exitCode: 0, out: expect.stringContaining('loggia servers start files') });
    expect(host.commands[0]).toEqual([
      'x-loggia/addServer',
      {
        name: 'files',
        settings: {
          type: 'sse',
          url: 'https://x.example/sse',
          headers: { A: 'b' },
          isolation: 'session',
          startWithinSeconds: 90,
          callWithinSeconds: 900,
          oauth: { clientId: 'me', clientSecret: 'secret' },
        },
        start: false,
      },
    ]);
    expect(host.commands.map(([method]) => method)).not.toContain('x-loggia/startServer');
  });

  test.each<[string[], unknown]>([
    [[], true],
    [['--allow-network'], { network: 'host' }],
    [
      ['--allow-read', 'a', '--allow-read', '/b', '--allow-write', '.'],
      {
        folders: [
          { path: path.resolve('/somewhere/a'), access: 'read' },
          { path: path.resolve('/b'), access: 'read' },
          { path: path.resolve('/somewhere'), access: 'write' },
        ],
      },
    ],
  ])(
    'SE14: with --sandbox %j, adds what the command may reach, and nothing of where it was typed',
    async (argv, sandbox) => {
      const host = await HostDouble.start(adding({ kind: 'ready' }));
      await loggia(['servers', 'add', 'files', '--sandbox', ...argv, '--', 'x'], {
        data: host.data,
        workingDirectory: path.resolve('/somewhere'),
      });
      expect(host.commands[0]).toEqual([
        'x-loggia/addServer',
        { name: 'files', settings: { type: 'stdio', command: 'x', args: [], sandbox } },
      ]);
    },
  );

  test.each<[string[], string]>([
    [[], 'It is not clear how to reach the server'],
    [['--url', 'x'], '--url cannot be "x"'],
    [['--url', 'file:///x'], '--url cannot be'],
    [['--url', 'https://x', '--', 'y'], 'either a command after "--" or --url'],
    [['--url', 'https://x', '--env', 'A=1'], '--env only applies to servers that run a command'],
    [['--header', 'A=1', '--', 'x'], '--header only applies to servers with --url'],
    [['--allow-read', '.', '--', 'x'], '--allow-read only applies to servers with --sandbox. Leave it out.'],
    [['--allow-network', '--', 'x'], '--allow-network only applies to servers with --sandbox'],
    [['--url', 'https://x', '--sandbox'], '--sandbox only applies to servers that run a command'],
    [['--env', 'MISSING', '--', 'x'], '--env cannot be "MISSING". Write --env NAME=value.'],
    [['--isolation', 'none', '--', 'x'], '--isolation cannot be "none"'],
    [['--start-within', '4000', '--', 'x'], '--start-within cannot be 4000. Give a number of seconds'],
    [['--url', 'https://x', '--client-secret-env', 'S'], 'needs --client-id'],
    [['--url', 'https://x', '--client-id', 'a', '--client-secret-env', 'S'], 'The environment has no S'],
  ])('L5: %j is refused before anything is asked', async (argv, words) => {
    const host = await HostDouble.start();
    const ran = await loggia(['servers', 'add', 'files', ...argv], { data: host.data });
    expect(ran).toMatchObject({ exitCode: 2, out: '', complaints: expect.stringContaining(words) });
    expect(host.asked).toEqual([]);
  });
});

describe('servers remove', () => {
  const removing = () => ({
    'x-loggia/listServers': () => ({ servers: [report()] }),
    'x-loggia/removeServer': () => ({}),
  });

  test('L2: asks, and does nothing without a yes', async () => {
    const host = await HostDouble.start(removing());
    const asked: string[] = [];
    const answering = (answer: string) => async (question: string) => {
      asked.push(question);
      return answer;
    };
    const argv = ['servers', 'remove', 'files'];
    expect(await loggia(argv, { data: host.data, ask: answering('') })).toMatchObject({ exitCode: 1 });
    expect(host.commands.map(([method]) => method)).toEqual(['x-loggia/listServers']);
    expect(await loggia(argv, { data: host.data, ask: answering('y') })).toMatchObject({ exitCode: 0 });
    expect(host.commands.at(-1)).toEqual(['x-loggia/removeServer', { server: 'id-files' }]);
    expect(asked).toEqual(
      Array.from({ length: 2 }, () => 'Remove "files" from every workspace and session? [y/N] '),
    );
  });

  test('L2: where nobody can be asked, it needs --yes', async () => {
    const host = await HostDouble.start(removing());
    const argv = ['servers', 'remove', 'files'];
    expect(await loggia(argv, { data: host.data })).toMatchObject({
      exitCode: 2,
      complaints: expect.stringContaining('Add --yes'),
    });
    expect(host.asked).toEqual([]);
    expect(await loggia([...argv, '--yes'], { data: host.data })).toMatchObject({ exitCode: 0 });
  });
});

test.each(['start', 'restart'])('L2: servers %s says how it went', async (word) => {
  const host = await HostDouble.start({ [`x-loggia/${word}Server`]: () => ({ server: report() }) });
  const ran = await loggia(['servers', word, 'files'], { data: host.data });
  expect(ran).toMatchObject({ exitCode: 0, out: expect.stringContaining('is ready with 3 tools') });
});

test('L2: servers stop', async () => {
  const host = await HostDouble.start({
    'x-loggia/stopServer': () => ({ server: report({ state: { kind: 'stopped' } }) }),
  });
  expect(await loggia(['servers', 'stop', 'files'], { data: host.data })).toMatchObject({
    exitCode: 0,
    out: 'Stopped "files".\n',
  });
});

test('L5: what the host refuses is said in its words, and so is a name that nobody has', async () => {
  const host = await HostDouble.start({
    'x-loggia/listServers': () => ({ servers: [report({ id: '1' }), report({ id: '2' })] }),
    'x-loggia/stopServer': () => {
      throw new Refusal(-32008, 'There is no server "\u001b[2Jx".');
    },
  });
  expect(await loggia(['servers', 'stop', 'x'], { data: host.data })).toEqual({
    exitCode: 1,
    out: '',
    complaints: 'loggia: There is no server "␛[2Jx".\n',
  });
  expect(await loggia(['servers', 'login', 'x'], { data: host.data })).toMatchObject({
    exitCode: 1,
    complaints: expect.stringContaining('There is no server "x"'),
  });
  expect(await loggia(['servers', 'login', 'files'], { data: host.data })).toMatchObject({
    exitCode: 1,
    complaints: expect.stringContaining('Name one by its id: 1, 2.'),
  });
});

test('L5: a host that does not know the command is told from one that fails', async () => {
  const host = await HostDouble.start();
  const ran = await loggia(['servers', 'list'], { data: host.data });
  expect(ran).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('Update it') });
});

describe('servers logs', () => {
  const entry = (seq: number, text: string) => ({
    seq,
    at: '2026-01-01T00:00:00.000Z',
    from: 'stderr',
    text,
  });

  test('L2: shows what was written, with nothing that a terminal obeys', async () => {
    const entries = [
      entry(1, 'first\nsecond\n'),
      { ...entry(2, 'bad \u001b]0;x\u0007'), from: 'server', level: 'error' },
    ];
    const host = await HostDouble.start({ 'x-loggia/serverLogs': () => ({ entries, dropped: 5 }) });
    const ran = await loggia(['servers', 'logs', 'files', '--limit', '7'], { data: host.data });
    expect(ran).toEqual({
      exitCode: 0,
      out: `2026-01-01T00:00:00.000Z stderr  first
2026-01-01T00:00:00.000Z stderr  second
2026-01-01T00:00:00.000Z server/error  bad ␛]0;x␇
`,
      complaints: '5 earlier lines are no longer kept.\n',
    });
    expect(host.commands).toEqual([['x-loggia/serverLogs', { server: 'files', limit: 7 }]]);
  });

  test('L2: --follow goes on from the last line until Ctrl-C, one document on each line for programs', async () => {
    const interruption = new AbortController();
    const host = await HostDouble.start({
      'x-loggia/serverLogs': ({ after }) => {
        if (after === undefined) return { entries: [entry(1, 'one')], dropped: 0 };
        if (after === 1) return { entries: [entry(2, 'two'), entry(3, 'three')], dropped: 0 };
        interruption.abort();
        return { entries: [], dropped: 0 };
      },
    });
    const argv = ['servers', 'logs', 'files', '--follow', '--json'];
    const ran = await loggia(argv, { data: host.data, interrupted: interruption.signal });
    expect(ran.exitCode).toBe(0);
    const lines = ran.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { text: string });
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  });
});

test('B14: servers start tells of an installation and what it prints, and waits for its end', async () => {
  const installing = (said: string) =>
    report({ id: 'f', name: 'files', state: { kind: 'starting' }, installing: { by: 'npx', said } });
  const seen = [installing('fetching a'), installing('fetching b'), report({ id: 'f', name: 'files' })];
  const host = await HostDouble.start({
    'x-loggia/startServer': () => ({ server: installing('fetching a') }),
    'x-loggia/listServers': () => ({ servers: [seen.length > 1 ? seen.shift()! : seen[0]!] }),
  });
  const { exitCode, out } = await loggia(['servers', 'start', 'files'], { data: host.data });
  expect(exitCode).toBe(0);
  expect(out.split('\n')).toEqual([
    '"files": Its package is being installed with npx, which can take minutes. Cancel with "loggia servers stop files".',
    '    fetching a',
    '    fetching b',
    '"files" is ready with 3 tools. See them with "loggia tools list files".',
    '',
  ]);
});

describe('servers edit', () => {
  const read = {
    id: 'f',
    name: 'files',
    settings: { type: 'stdio', command: 'npxx', args: ['-y'], cwd: '/srv', isolation: 'session' },
    secrets: { env: ['KEY', 'OLD', 'TOKEN'], headers: [], clientSecret: false },
  };

  test('L2, J9: changes what is named, keeps the rest, and says how the server is then', async () => {
    const host = await HostDouble.start({
      'x-loggia/readServer': () => read,
      'x-loggia/editServer': () => ({ id: 'f' }),
      'x-loggia/startServer': () => ({ server: report({ id: 'f', name: 'notes' }) }),
    });
    const argv = ['servers', 'edit', 'files', '--rename', 'notes', '--env', 'KEY=2', '--remove-env', 'OLD'];
    const more = ['--start-within', '90', '--isolation', 'shared', '--no-sandbox', '--roots', 'none'];
    const { exitCode, out } = await loggia([...argv, ...more, '--', 'npx', 'files'], { data: host.data });
    expect(exitCode).toBe(0);
    expect(out).toContain('Saved "notes".');
    expect(host.commands[1]).toEqual([
      'x-loggia/editServer',
      {
        server: 'f',
        name: 'notes',
        settings: {
          command: 'npx',
          args: ['files'],
          cwd: '/srv',
          isolation: 'shared',
          roots: 'none',
          startWithinSeconds: 90,
          sandbox: false,
          env: { KEY: '2' },
        },
        keep: { env: ['TOKEN'] },
      },
    ]);
  });

  test('J9: --test saves nothing when the connection fails', async () => {
    const host = await HostDouble.start({
      'x-loggia/readServer': () => read,
      'x-loggia/testServer': () => ({ test: { outcome: 'failed', reason: 'Nothing answers.' } }),
    });
    const argv = ['servers', 'edit', 'files', '--test', '--url', 'https://a.example/mcp'];
    const { exitCode, complaints, out } = await loggia(argv, { data: host.data });
    expect(exitCode).toBe(1);
    expect(out + complaints).toContain('Nothing answers.');
    expect(complaints).toContain('The connection failed, so nothing was saved.');
    expect(host.commands.map(([name]) => name)).toEqual(['x-loggia/readServer', 'x-loggia/testServer']);
  });

  test.each([
    [[], 'Nothing to change'],
    [['--url', 'https://a.example', '--', 'x'], 'not both'],
    [['--header', 'A=1'], '--header only applies to servers with a URL'],
    [['--remove-env', 'NONE'], 'There are: KEY, OLD, TOKEN.'],
  ])('L2: %j is answered with what to write', async (argv, complaint) => {
    const host = await HostDouble.start({ 'x-loggia/readServer': () => read });
    const { exitCode, complaints } = await loggia(['servers', 'edit', 'files', ...argv], { data: host.data });
    expect(exitCode).toBe(2);
    expect(complaints).toContain(complaint);
  });
});
