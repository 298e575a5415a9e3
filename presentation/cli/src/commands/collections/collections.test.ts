import { expect, test } from 'vitest';
import { loggia } from '../../host-double.testkit.ts';
import { artifact, at, hostWith } from '../artifacts/artifact-double.testkit.ts';

const reports = { id: 'coll-1', title: 'Reports', createdAt: at, modifiedAt: at, count: 1 };

const start = () =>
  hostWith([artifact('aaaa-1', { state: 'committed', version: 4 })], {
    'x-loggia/listCollections': () => ({ collections: [reports] }),
    'x-loggia/createCollection': ({ title }) => ({ collection: { ...reports, title } }),
    'x-loggia/updateCollection': ({ title }) => ({ collection: { ...reports, title } }),
    'x-loggia/deleteCollection': () => ({}),
  });

test('F2: collections are listed, shown, made, renamed and removed', async () => {
  const host = await start();
  const { data } = host;
  expect((await loggia(['collections', 'list'], { data })).out).toBe(`ID      TITLE    ARTIFACTS  DESCRIPTION
coll-1  Reports  1          –
`);
  expect((await loggia(['collections', 'show', 'Reports'], { data })).out).toContain('committed, v4');
  await loggia(['collections', 'create', 'New'], { data });
  await loggia(['collections', 'rename', 'coll', 'All'], { data });
  expect(await loggia(['collections', 'delete', 'Reports'], { data })).toMatchObject({ exitCode: 2 });
  expect(await loggia(['collections', 'delete', 'Reports'], { data, ask: async () => 'n' })).toMatchObject({
    exitCode: 1,
  });
  await loggia(['collections', 'delete', 'Reports', '--yes'], { data });
  expect(host.commands.filter(([method]) => method !== 'x-loggia/listCollections')).toEqual([
    ['x-loggia/listArtifacts', { collection: 'coll-1', limit: 500 }],
    ['x-loggia/createCollection', { title: 'New' }],
    ['x-loggia/updateCollection', { collection: 'coll-1', title: 'All' }],
    ['x-loggia/deleteCollection', { collection: 'coll-1' }],
  ]);
});
