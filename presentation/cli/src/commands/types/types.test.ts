import { describe, expect, test } from 'vitest';
import { HostDouble, loggia, report } from '../../host-double.testkit.ts';
import { home, hostWith, work } from '../artifacts/artifact-double.testkit.ts';

const csv = {
  mime: 'text/csv',
  label: 'CSV',
  icon: '🧮',
  extensions: ['.csv'],
  actions: [],
  owner: { kind: 'platform' },
  viewer: { kind: 'native', renderer: 'csv' },
  alternates: [{ server: 'id-table', name: 'table', tool: 'open_csv' }],
};
const disputed = {
  ...csv,
  mime: 'application/vnd.acme.x',
  label: 'X\u001b',
  icon: 'file',
  owner: { kind: 'nobody' },
  viewer: undefined,
  alternates: [],
  problem: 'Both a and b claim it.',
};

describe('seeing types', () => {
  test('G6: who answers for each, and what is disputed', async () => {
    const { data } = await hostWith([], { 'x-loggia/listTypes': () => ({ types: [csv, disputed] }) });
    expect((await loggia(['types', 'list'], { data })).out).toBe(
      `TYPE                    LABEL   OWNER     OPENS IN        FILES
text/csv                🧮 CSV  built in  csv (or table)  .csv
application/vnd.acme.x  X␛      nobody    nothing         .csv

application/vnd.acme.x: Both a and b claim it.
`,
    );
  });

  test('G6: why a type resolves as it does', async () => {
    const explanation = {
      mime: 'text/csv',
      type: csv,
      rule: 'built-in',
      steps: ['It is a standard type.', 'Nobody else was chosen.'],
      claims: [{ server: 'id-bad', name: 'bad', trust: 'untrusted', verdict: 'It is not trusted.' }],
      problems: ['schema.json at /a: is wrong'],
    };
    const host = await hostWith([], { 'x-loggia/explainType': () => ({ explanation }) });
    const ran = await loggia(['types', 'explain', 'text/csv'], { data: host.data });
    expect(ran.out).toBe(`text/csv: CSV
Owner: built in. Opens in: csv (or table).

Decided by: built-in
  1. It is a standard type.
  2. Nobody else was chosen.

SERVER  TRUST      VERDICT
bad     untrusted  It is not trusted.

schema.json at /a: is wrong
`);
    expect(host.commands.at(-1)).toEqual(['x-loggia/explainType', { workspace: home.id, type: 'text/csv' }]);
    const json = await loggia(['types', 'explain', 'text/csv', '--json'], { data: host.data });
    expect(JSON.parse(json.out)).toEqual({ explanation });
  });

  test('G6: of several workspaces one has to be named', async () => {
    const { data } = await hostWith([], {
      'x-loggia/listWorkspaces': () => ({ workspaces: [home, work] }),
    });
    expect(await loggia(['types', 'list'], { data })).toMatchObject({
      exitCode: 2,
      complaints: expect.stringContaining('--workspace'),
    });
  });
});

describe('deciding about types', () => {
  const start = () =>
    HostDouble.start({
      'x-loggia/listServers': () => ({ servers: [report(), report({ id: 'id-table', name: 'table' })] }),
      'x-loggia/setTypePolicy': () => ({}),
    });

  test.each<[string, object]>([
    ['open-with text/csv table', { type: 'text/csv', openWith: 'id-table' }],
    ['open-with text/csv builtin', { type: 'text/csv', openWith: 'builtin' }],
    ['open-with text/csv default', { type: 'text/csv', openWith: null }],
    ['prefer a/vnd.x table files', { type: 'a/vnd.x', precedence: ['id-table', 'id-files'] }],
    ['prefer a/vnd.x default', { type: 'a/vnd.x', precedence: [] }],
    ['trust table', { trust: { server: 'id-table', decision: 'trusted' } }],
    ['distrust id-table', { trust: { server: 'id-table', decision: 'untrusted' } }],
    ['trust table --undo', { trust: { server: 'id-table', decision: 'undecided' } }],
    ['grant table servers', { grants: { server: 'id-table', permissions: ['servers'] } }],
    ['revoke table', { grants: { server: 'id-table', permissions: [] } }],
  ])('G4: types %s', async (line, params) => {
    const host = await start();
    const ran = await loggia(['types', ...line.split(' ')], { data: host.data });
    expect(ran).toMatchObject({ exitCode: 0, complaints: '' });
    expect(ran.out).not.toBe('');
    expect(host.commands.at(-1)).toEqual(['x-loggia/setTypePolicy', params]);
  });

  test.each<[string, number, string]>([
    ['trust nobody', 1, 'There is no server "nobody"'],
    ['prefer a/vnd.x table nobody', 1, 'There is no server "nobody"'],
    ['prefer a/vnd.x default table', 2, '"default" alone'],
    ['prefer a/vnd.x', 2, 'SERVER is missing'],
    ['grant table everything', 2, 'The only one is "servers"'],
  ])('L5: types %s changes nothing', async (line, exitCode, words) => {
    const host = await start();
    const ran = await loggia(['types', ...line.split(' ')], { data: host.data });
    expect(ran).toMatchObject({ exitCode, complaints: expect.stringContaining(words) });
    expect(host.commands.map(([method]) => method)).not.toContain('x-loggia/setTypePolicy');
  });
});
