import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { PluginPreview, PluginReport, SourceReview } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { HostDouble, loggia } from '../../host-double.testkit.ts';
import { kindOf } from './plugin-origin.ts';

const review: SourceReview = {
  source: 'x-loggia-plugin:/1',
  decision: 'undecided',
  fingerprint: 'print-1',
  parts: [
    { kind: 'mcpServer', name: 'sky', change: 'new', now: { kind: 'stdio', command: 'sky', args: ['-v'] } },
    { kind: 'hook', name: 'Stop', file: 'hooks.json', change: 'new', commands: ['sh -c "id\u202e"'] },
  ],
};
const from = { kind: 'git', address: 'https://a.test/w.git', commit: 'abcdef0123' } as const;
const preview: PluginPreview = { id: 'p', name: 'weather', version: '1', from, problems: [], review };
const plugin: PluginReport = {
  id: 'plugin-1',
  name: 'weather',
  version: '1',
  from,
  problems: [],
  customization: 'c',
  source: review.source,
  decision: 'trusted',
  addedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const undecided = { ...plugin, decision: 'undecided' as const };

async function hostWith(more: Record<string, (params: Readonly<Record<string, unknown>>) => unknown> = {}) {
  return HostDouble.start({
    'x-loggia/previewPlugin': () => ({ preview }),
    'x-loggia/addPlugin': ({ fingerprint }) => ({ plugin: fingerprint === undefined ? undecided : plugin }),
    'x-loggia/listPlugins': () => ({ plugins: [plugin] }),
    ...more,
  });
}

test('L2, H5: plugins add shows each command before it asks, and trusts exactly that', async () => {
  const host = await hostWith();
  const ran = await loggia(['plugins', 'add', 'https://a.test/w.git', '--ref', 'v1', '--inside', 'x'], {
    data: host.data,
    ask: async () => 'y',
  });
  expect(ran).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('Added "weather" to every workspace and session.'),
  });
  expect(ran.out).toContain('command    sky -v');
  expect(ran.out).toContain('command    "sh -c \\"id\\u202e\\""');
  expect(host.commands).toEqual([
    [
      'x-loggia/previewPlugin',
      { from: { kind: 'git', address: 'https://a.test/w.git', ref: 'v1', inside: 'x' } },
    ],
    ['x-loggia/addPlugin', { preview: 'p', fingerprint: 'print-1' }],
  ]);
});

test('L2, H5: without a yes nothing is added, and --no-trust adds what runs nothing', async () => {
  const host = await hostWith();
  const no = await loggia(['plugins', 'add', './w'], { data: host.data, ask: async () => 'n' });
  expect(no).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('Nothing was added.') });
  expect(host.commands.map(([name]) => name)).toEqual(['x-loggia/previewPlugin']);
  expect(await loggia(['plugins', 'add', './w'], { data: host.data })).toMatchObject({
    exitCode: 2,
    complaints: expect.stringContaining('--no-trust'),
  });
  const workingDirectory = path.resolve('/a b');
  const argv = ['plugins', 'add', './w', '--no-trust'];
  const added = await loggia(argv, { data: host.data, workingDirectory });
  expect(added.out).toContain(
    'Nothing of it runs until you trust it with "loggia trust add x-loggia-plugin:/1".',
  );
  expect(host.commands.slice(-2)).toEqual([
    ['x-loggia/previewPlugin', { from: { kind: 'folder', path: path.join(workingDirectory, 'w') } }],
    ['x-loggia/addPlugin', { preview: 'p' }],
  ]);
});

test('L2, D3: plugins add lists the plugins of a marketplace, and adds the one that is named', async () => {
  const marketplace = {
    name: 'acme',
    plugins: [
      { name: 'weather', description: 'Tells the weather.', source: 'plugins/weather' },
      { name: 'far', source: 'npm', problem: 'It can’t be fetched.' },
    ],
    problems: [],
  };
  const host = await hostWith({
    'x-loggia/previewPlugin': (params) => (params['plugin'] === undefined ? { marketplace } : { preview }),
  });
  const answers = ['weather', 'y'];
  const asked = await loggia(['plugins', 'add', './m'], {
    data: host.data,
    ask: async () => answers.shift() ?? '',
  });
  expect(asked).toMatchObject({ exitCode: 0, out: expect.stringMatching(/weather.*Tells the weather\./) });
  const chosen = { from: expect.anything(), plugin: 'weather' };
  expect(host.commands.slice(0, 3)).toEqual([
    ['x-loggia/previewPlugin', { from: expect.anything() }],
    ['x-loggia/previewPlugin', chosen],
    ['x-loggia/addPlugin', { preview: 'p', fingerprint: 'print-1' }],
  ]);
  await loggia(['plugins', 'add', './m', '--plugin', 'weather', '--no-trust'], { data: host.data });
  expect(host.commands.slice(3)).toEqual([
    ['x-loggia/previewPlugin', chosen],
    ['x-loggia/addPlugin', { preview: 'p' }],
  ]);
  const silent = await loggia(['plugins', 'add', './m', '--no-trust'], { data: host.data });
  expect(silent).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('--plugin NAME') });
});

test('L2: an archive is sent to the host, to be added or to replace another', async () => {
  const host = await hostWith({
    'x-loggia/updatePlugin': () => ({ plugin: { ...undecided, changed: true } }),
  });
  const sent: Buffer[] = [];
  host.serve = (request, response) => {
    void (async () => {
      const bytes = await buffer(request);
      sent.push(bytes);
      const hash = createHash('sha256').update(bytes).digest('hex');
      response.writeHead(201).end(JSON.stringify({ content: { hash, size: bytes.length } }));
    })();
  };
  fs.writeFileSync(path.join(host.data, 'w.zip'), 'PK');
  const content = createHash('sha256').update('PK').digest('hex');
  const where = { data: host.data, workingDirectory: host.data };
  await loggia(['plugins', 'add', 'w.zip', '--no-trust'], where);
  expect(host.commands[0]).toEqual([
    'x-loggia/previewPlugin',
    { from: { kind: 'zip', content, name: 'w.zip' } },
  ]);
  const updated = await loggia(['plugins', 'update', 'weather', 'w.zip'], where);
  expect(updated.out).toContain('What changed doesn’t run.');
  expect(host.commands.at(-1)).toEqual([
    'x-loggia/updatePlugin',
    { plugin: 'plugin-1', content, name: 'w.zip' },
  ]);
  expect(sent.map(String)).toEqual(['PK', 'PK']);
});

test('L2: plugins list says where each is from and what is wrong with it; remove asks first', async () => {
  const broken = {
    ...undecided,
    id: 'plugin-2',
    name: 'other',
    problems: ['plugin.json:1: It is\u001b[31m red.'],
  };
  const host = await hostWith({
    'x-loggia/listPlugins': () => ({ plugins: [plugin, broken] }),
    'x-loggia/removePlugin': () => ({}),
  });
  const { out } = await loggia(['plugins', 'list'], { data: host.data });
  expect(out).toMatch(/weather +1 +trusted +https:\/\/a\.test\/w\.git@abcdef0 +plugin-1/);
  expect(out).toMatch(/other +1 +not trusted/);
  expect(out).toContain('other: plugin.json:1: It is');
  expect(out).not.toContain('\u001b[31m red');
  expect(await loggia(['plugins', 'remove', 'weather'], { data: host.data })).toMatchObject({ exitCode: 2 });
  const removed = await loggia(['plugins', 'remove', 'weather', '--yes'], { data: host.data });
  expect(removed.out).toContain('Removed "weather".');
  expect(host.commands.at(-1)).toEqual(['x-loggia/removePlugin', { plugin: 'plugin-1' }]);
});

test('D4: plugins list --cwd shows everything that a session there would use', async () => {
  const values = {
    mcpServers: [{ name: 'sky', source: 'file:///p/.mcp.json' }],
    effectivePlugins: [
      { name: 'weather', source: 'file:///p/weather', parts: { skill: 2, mcpServer: 1 } },
      { name: 'gone', source: 'file:///p/gone', parts: {}, problem: 'There is no such\u001b[31m folder.' },
    ],
  };
  const host = await hostWith({ resolveSessionConfig: () => ({ schema: { type: 'object' }, values }) });
  const folder = fs.realpathSync(host.data);
  const { out, exitCode } = await loggia(['plugins', 'list', '--cwd', folder], { data: host.data });
  expect(exitCode).toBe(0);
  expect(out).toMatch(/server +sky .*file:\/\/\/p\/\.mcp\.json/);
  expect(out).toMatch(/plugin +weather +2 skills, 1 server +file:/);
  expect(out).toMatch(/plugin +gone +There is no such/);
  expect(out).not.toContain('\u001b[31m folder');
});

test('L2: what is named is taken for what it looks like', () => {
  const named = (typed: string, git = false) =>
    kindOf({ from: typed, git, ref: undefined, inside: undefined });
  expect(
    ['./w', 'w.ZIP', 'git@a.test:w', 'ssh://a.test/w', '/srv/w.git', 'ext::sh'].map((typed) => named(typed)),
  ).toEqual(['folder', 'zip', 'git', 'git', 'git', 'git']);
  expect(named('/srv/w', true)).toBe('git');
});
