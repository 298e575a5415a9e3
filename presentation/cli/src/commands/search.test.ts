import { describe, expect, test } from 'vitest';
import { loggia } from '../host-double.testkit.ts';
import { artifact, at, home, hostWith } from './artifacts/artifact-double.testkit.ts';

const hits = [
  {
    kind: 'artifact',
    artifact: artifact('aaaa-1', { version: 2 }),
    title: [{ text: 'The ' }, { text: 'plan', match: true }],
    snippet: [{ text: 'What we ' }, { text: 'plan', match: true }, { text: ' to\n\u001b[2J do' }],
    score: 2,
  },
  {
    kind: 'message',
    session: 'ahp-session:/1',
    chat: 'ahp-chat:/1',
    turn: 't',
    at,
    title: [{ text: 'Talk' }],
    snippet: [],
    score: 1,
  },
  { kind: 'hologram' },
];

const start = () => hostWith([], { 'x-loggia/search': () => ({ hits }) });

describe('search', () => {
  test('F6: shows what was found and where, on plain lines for a pipe', async () => {
    const { data } = await start();
    expect(await loggia(['search', 'plan'], { data })).toEqual({
      exitCode: 0,
      out: `The plan  text/plain, draft, v2, aaaa-1
  What we plan to ␛[2J do

Talk  said 2026-01-02T12:00:00Z in ahp-session:/1

[hologram that this command cannot show; --json has it]
`,
      complaints: '',
    });
    const ran = await loggia(['search', 'plan', '--json'], { data });
    expect(JSON.parse(ran.out)).toEqual({ hits, more: false });
  });

  test('F6: matches stand out on a terminal, unless NO_COLOR says no', async () => {
    const { data } = await start();
    const shown = async (env: Record<string, string>) => {
      const written: string[] = [];
      const out = { write: (text: string) => void written.push(text), isTerminal: true, columns: 80 };
      await loggia(['search', 'plan'], { out, env: { LOGGIA_DATA: data, ...env } });
      return written.join('');
    };
    expect(await shown({})).toContain('The \u001b[1m\u001b[33mplan\u001b[39m\u001b[22m');
    expect(await shown({ NO_COLOR: '1' })).not.toContain('\u001b');
  });

  test('F6: has filters', async () => {
    const host = await start();
    const line = [
      'search',
      'a',
      '"b c"',
      '--artifacts',
      '--workspace',
      'Home',
      '--type',
      'x/*',
      '--since',
      '2h',
    ];
    await loggia(line, { data: host.data });
    await loggia(['search', 'a', '--messages', '--limit', '7'], { data: host.data });
    expect(
      host.commands.filter(([method]) => method === 'x-loggia/search').map(([, params]) => params),
    ).toEqual([
      {
        query: 'a "b c"',
        kinds: ['artifact'],
        workspace: home.id,
        types: ['x/*'],
        since: '2026-01-02T10:00:00.000Z',
        limit: 21,
      },
      { query: 'a', kinds: ['message'], limit: 8 },
    ]);
    expect(await loggia(['search', 'a', '--messages', '--artifacts'])).toMatchObject({ exitCode: 2 });
    expect(await loggia(['search'])).toMatchObject({ exitCode: 2 });
  });

  test('F6: stops at the limit, across pages, and says that there is more', async () => {
    const host = await hostWith([], {
      'x-loggia/search': ({ cursor }) => ({ hits: [hits[1]], nextCursor: `${String(cursor)}x` }),
    });
    const ran = await loggia(['search', 'a', '--limit', '3', '--json'], { data: host.data });
    expect(JSON.parse(ran.out)).toEqual({ hits: [hits[1], hits[1], hits[1]], more: true });
    const none = await hostWith([], { 'x-loggia/search': () => ({ hits: [] }) });
    expect((await loggia(['search', 'a'], { data: none.data })).out).toBe('No results.\n');
  });
});
