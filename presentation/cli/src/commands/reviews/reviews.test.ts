import { expect, test } from 'vitest';
import { HostDouble, loggia, report } from '../../host-double.testkit.ts';

interface Reviewed {
  readonly server: string;
  readonly tool?: string;
}

function start(reviews: readonly Reviewed[] = [], configured: readonly string[] = []): Promise<HostDouble> {
  const tool = { name: 'read', inputSchema: { type: 'object' } };
  return HostDouble.start({
    'x-loggia/listServers': () => ({ servers: [report(), report({ id: 'm', name: 'a/mail' })] }),
    'x-loggia/listTools': () => ({
      tools: [{ server: 'id-files', serverName: 'files', tool }],
      missing: [],
    }),
    'x-loggia/listReviews': () => ({ reviews, configured }),
    'x-loggia/setReview': () => ({}),
  });
}

function settings(host: HostDouble): unknown[] {
  return host.commands.flatMap(([method, params]) => (method === 'x-loggia/setReview' ? [params] : []));
}

test('A7: reviewed results are listed with the names of their servers, and who chose them', async () => {
  const reviews = [{ server: 'id-files' }, { server: 'gone', tool: 'pay' }];
  const { data } = await start(reviews, ['a/mail', 'files/write']);
  expect((await loggia(['reviews', 'list'], { data })).out).toBe(`SERVER  TOOL   CHOSEN BY
files   all    you
gone    pay    you
a/mail  all    configuration
files   write  configuration
`);
  const { out } = await loggia(['reviews', 'list', '--json'], { data });
  expect(JSON.parse(out)).toEqual({ reviews, configured: ['a/mail', 'files/write'] });
  const none = await start();
  expect((await loggia(['reviews', 'list'], { data: none.data })).out).toContain('loggia reviews add');
});

test('A7: results of a server or of one tool are reviewed, and no longer', async () => {
  const host = await start();
  const { data } = host;
  expect((await loggia(['reviews', 'add', 'files'], { data })).out).toBe(
    'Results of "files" wait for you before an agent gets them.\n',
  );
  expect((await loggia(['reviews', 'add', 'files', 'read'], { data })).out).toContain('"read" of "files"');
  expect((await loggia(['reviews', 'remove', 'files', 'read'], { data })).out).toBe(
    'Agents get results of "read" of "files" at once.\n',
  );
  const { out } = await loggia(['reviews', 'remove', 'files', '--json'], { data });
  expect(JSON.parse(out)).toEqual({ server: 'id-files', review: false });
  expect(settings(host)).toEqual([
    { server: 'id-files', review: true },
    { server: 'id-files', tool: 'read', review: true },
    { server: 'id-files', tool: 'read', review: false },
    { server: 'id-files', review: false },
  ]);
});

test.each<[string, readonly Reviewed[], readonly string[], readonly string[], string]>([
  ['a tool that is not there', [], [], ['add', 'files', 'raed'], '"files" has no tool "raed".'],
  [
    'what the configuration asks for',
    [],
    ['files'],
    ['remove', 'files', 'read'],
    'from "reviewResults" there',
  ],
  [
    'a tool of a server that is reviewed whole',
    [{ server: 'id-files' }],
    [],
    ['remove', 'files', 'read'],
    'Run "loggia reviews remove files" first.',
  ],
])('A7: nothing is set for %s, and the reason is said', async (_what, reviews, configured, words, said) => {
  const host = await start(reviews, configured);
  expect(await loggia(['reviews', ...words], { data: host.data })).toMatchObject({
    exitCode: 1,
    complaints: expect.stringContaining(said),
  });
  expect(settings(host)).toEqual([]);
});
