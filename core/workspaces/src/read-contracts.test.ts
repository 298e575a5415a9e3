import { typeLimits, typeUri } from '@loggia/content';
import { ServerFailure } from '@loggia/mcp';
import { expect, test } from 'vitest';
import { readContracts } from './read-contracts.ts';
import { FakeConnection } from './servers.testkit.ts';

const note = 'application/vnd.acme.note';
const paper = 'application/vnd.acme.paper+json';

const read = (connection: FakeConnection) => readContracts(connection.asConnection());
const none = { contracts: [], problems: [] };

test('G2: the types of a server are read over MCP, and nothing else of it', async () => {
  const connection = new FakeConnection()
    .serve(note, { 'handlers/extract_text.json': { tool: 'text_of' } })
    .serve('image/*');
  connection.resources.set('ui://note/view.html', '<p>');
  const { contracts, problems } = await read(connection);
  expect(problems).toEqual([]);
  expect(contracts.map(({ mime, behaviors }) => [mime, behaviors.capabilities])).toEqual([
    [note, { extract_text: { tool: 'text_of' } }],
    ['image/*', {}],
  ]);
  expect(connection.asked.filter((method) => method === 'resources/read')).toHaveLength(5);
});

test('G2: a server without resources is not asked', async () => {
  const connection = new FakeConnection().serve(note);
  connection.facts = undefined;
  expect(await read(connection)).toEqual(none);
  expect(connection.asked).toEqual([]);
});

test('G2: types may be spread over pages', async () => {
  const connection = new FakeConnection().serve(note).serve(paper);
  const uris = [...connection.resources.keys()];
  connection.answers['resources/list'] = ({ cursor }) => {
    const at = Number(cursor ?? 0);
    return {
      resources: [{ uri: uris[at] }],
      ...(at + 1 < uris.length && { nextCursor: String(at + 1) }),
    };
  };
  expect((await read(connection)).contracts.map(({ mime }) => mime)).toEqual([note, paper]);
  expect(connection.listings).toBe(4);
});

test('G2: pages without an end come to one', async () => {
  const connection = new FakeConnection().serve(note);
  const resources = [...connection.resources.keys()].map((uri) => ({ uri }));
  connection.answers['resources/list'] = () => ({ resources, nextCursor: 'again' });
  expect((await read(connection)).contracts).toHaveLength(1);
  expect(connection.listings).toBe(100);
});

test('G2: more types than there may be are left out, with a sentence', async () => {
  const connection = new FakeConnection();
  for (let each = 0; each <= typeLimits.typesPerServer; each++) connection.serve(`x-many/a${each}`);
  const { contracts, problems } = await read(connection);
  expect(contracts).toHaveLength(typeLimits.typesPerServer);
  expect(problems).toEqual([
    {
      mime: `x-many/a${typeLimits.typesPerServer}`,
      file: 'type.json',
      path: '',
      message: `The server has more than ${typeLimits.typesPerServer} types, and this one was left out. Split the server.`,
    },
  ]);
});

test('G2: a type of more files than there may be is not read to its end', async () => {
  const connection = new FakeConnection().serve(note);
  for (let each = 0; each < 1000; each++)
    connection.resources.set(typeUri(note, `handlers/a${each}.json`), '{"tool":"t"}');
  const { contracts, problems } = await read(connection);
  expect(contracts).toEqual([]);
  expect(problems.map(({ message }) => message)).toEqual([
    `The type has more than ${typeLimits.filesPerType} files. Leave some out.`,
  ]);
  expect(connection.asked.length).toBeLessThan(typeLimits.filesPerType + 5);
});

test('G2: a file may come as bytes', async () => {
  const connection = new FakeConnection().serve(note, { 'presentation.json': { label: 'Notiz für später' } });
  connection.answers['resources/read'] = ({ uri }) => {
    const text = connection.resources.get(String(uri)) ?? '';
    return { contents: [{ uri, blob: Buffer.from(text).toString('base64') }] };
  };
  expect((await read(connection)).contracts[0]?.presentation.label).toBe('Notiz für später');
});

test.each([
  undefined,
  null,
  'text',
  7,
  { resources: {} },
  { resources: null },
  { resources: 'no list' },
  { resources: [null, 3, 'x', {}, { uri: 4 }, { uri: 'type://' }, { uri: 'type://a/b/../c.json' }] },
  { resources: [], nextCursor: 3 },
  { resources: [], nextCursor: '' },
])('G2: nonsense in place of a list is no type: %j', async (nonsense) => {
  const connection = new FakeConnection();
  connection.answers['resources/list'] = () => nonsense;
  expect(await read(connection)).toEqual(none);
  expect(connection.listings).toBe(1);
});

test.each([
  undefined,
  null,
  {},
  { contents: null },
  { contents: [] },
  { contents: [null] },
  { contents: [{ text: 3, blob: {} }] },
  { contents: [{ text: '{' }] },
])('G2: nonsense in place of a file is a problem of its type: %j', async (nonsense) => {
  const connection = new FakeConnection().serve(note).serve(paper);
  connection.answers['resources/read'] = ({ uri }) =>
    String(uri).includes('note') ? nonsense : { contents: [{ text: connection.resources.get(String(uri)) }] };
  const { contracts, problems } = await read(connection);
  expect(contracts.map(({ mime }) => mime)).toEqual([paper]);
  expect(problems.map(({ mime, file }) => [mime, file])).toEqual([
    [note, 'type.json'],
    [note, 'presentation.json'],
  ]);
});

test('G2: a file that the server refuses to show is a problem of its type, and of no other', async () => {
  const connection = new FakeConnection().serve(note).serve(paper);
  connection.answers['resources/read'] = ({ uri }) => {
    if (uri === typeUri(note, 'presentation.json')) throw new ServerFailure('refused', 'No such resource.');
    return { contents: [{ text: connection.resources.get(String(uri)) }] };
  };
  const { contracts, problems } = await read(connection);
  expect(contracts.map(({ mime }) => mime)).toEqual([paper]);
  expect(problems).toContainEqual({
    mime: note,
    file: 'presentation.json',
    path: '',
    message: "The server lists it but doesn't serve it: No such resource. Correct the server.",
  });
});

test.each(['resources/list', 'resources/read'])(
  'G2: a server that is gone at %s cannot be asked',
  async (method) => {
    const connection = new FakeConnection().serve(note);
    connection.answers[method] = () => {
      throw new ServerFailure('unavailable', 'It is down.');
    };
    await expect(read(connection)).rejects.toThrow('It is down.');
  },
);
