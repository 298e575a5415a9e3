import { localPrincipal, type Grant } from '@loggia/access';
import { Kernel } from '@loggia/kernel';
import { ManualClock, MemoryDisk, MemoryStore } from '@loggia/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accessExtensions } from '@loggia/protocol';
import { z } from 'zod';
import { ChannelTable, type Access, type ChannelRow } from '../channels/channel-table.ts';
import type { Rows } from '../commands/from-contract.ts';
import { shortName } from '../http/command-shape.ts';
import { command as defined } from '../commands/table.ts';
import { stopEngines } from '../wire/raw-client.testkit.ts';
import { holderOf, isIn, outsider, reader, stranger, Walk } from './walk.testkit.ts';

let walk: Walk;

beforeAll(async () => {
  walk = await Walk.open();
});
afterEach(() => walk.drop({}));
afterAll(stopEngines);

const kinds = [
  'root',
  'session',
  'chat',
  'annotations',
  'resourceWatch',
  'changeset',
  'terminal',
  'workspace',
  'library',
];
const uses = ['watch', 'act'] as const;
const withinMs = 60_000;

describe.each([
  ['a key to another artifact', outsider],
  ['a kind of principal that the gate does not know', stranger],
])('SE17: %s is refused', (_who, principal) => {
  test(
    'by every kind of channel, watched and acted on, in every dialect',
    async () => {
      await walk.overChannels(principal);
      const { rows, letThrough } = walk.take();
      expect(letThrough).toEqual([]);
      for (const kind of kinds.filter((each) => isIn('0.3.0', each)))
        expect(rows).toContain(`0.3.0 watch ${kind} by reconnect with a replay`);
      for (const kind of kinds) {
        expect(rows).toContain(`1.0.0 watch ${kind} by subscribe`);
        for (const version of ['1.0.0', '0.9.0']) expect(rows).toContain(`${version} act on ${kind}`);
      }
    },
    withinMs,
  );

  test(
    'by every command, over the WebSocket in every dialect',
    async () => {
      await walk.overCommands(principal);
      const { rows, letThrough } = walk.take();
      expect(letThrough).toEqual([]);
      for (const [version, most] of [
        ['1.0.0', 80],
        ['0.9.0', 80],
        ['0.3.0', 14],
      ] as const)
        expect(rows.filter((row) => row.startsWith(version)).length).toBeGreaterThan(most);
    },
    withinMs,
  );

  test(
    'by every route of HTTP that reads or writes',
    async () => {
      await walk.overRoutes(principal);
      const { rows, letThrough } = walk.take();
      expect(letThrough).toEqual([]);
      expect(rows).toEqual(
        expect.arrayContaining([
          ...['PUT /api/content', 'GET /api/artifacts/B/content', 'PUT /api/artifacts/B/content'],
          ...['GET /api/artifacts/B/thumbnail', 'GET /api/templates/B', 'GET /content/B', 'POST /mcp'],
          ...['POST /api/createSession', 'POST /api/updateArtifact', 'POST /ticket', 'POST /sign-out'],
        ]),
      );
    },
    withinMs,
  );
});

describe('SE17: an agent that only reads is refused', () => {
  test(
    'by the channel to a server of a workspace that it watches, in every dialect',
    async () => {
      await walk.overSideChannels(reader);
      const { rows, letThrough } = walk.take();
      expect([rows.length, letThrough]).toEqual([8, []]);
    },
    withinMs,
  );

  test(
    'by every tool of the host that takes more',
    async () => {
      await walk.overTools(reader);
      const { rows, letThrough } = walk.take();
      expect(letThrough).toEqual([]);
      expect(rows.length).toBeGreaterThan(10);
    },
    withinMs,
  );
});

const grants: readonly Grant[] = ['read', 'write', 'admin'];
const toAct: Readonly<Record<string, Grant>> = { root: 'admin', terminal: 'admin' };
/** These decide who gets in. */
const deciding = Object.keys(accessExtensions);

describe.each(grants)(
  'SE17, SE18: an API key with the scope %s is let through where the tables say',
  (scope) => {
    const reaches = (grant: Grant): boolean => grants.indexOf(grant) <= grants.indexOf(scope);
    const mayRun = (name: string): boolean =>
      !deciding.includes(name) && reaches(walk.table[name]?.grant ?? 'admin');

    test(
      'by every kind of channel, watched and acted on, in every dialect',
      async () => {
        await walk.overChannels(holderOf(scope));
        const { rows, letThrough } = walk.take();
        const expected = rows.filter((row) => {
          const [, acted] = / act on (\w+)$/.exec(row) ?? [];
          return acted === undefined || reaches(toAct[acted] ?? 'write');
        });
        expect(letThrough).toEqual(expected);
        expect(rows.filter((row) => row.includes(' act on ')).length).toBeGreaterThan(2 * kinds.length);
      },
      withinMs,
    );

    test(
      'by every command, over the WebSocket in every dialect',
      async () => {
        await walk.overCommands(holderOf(scope));
        const { rows, letThrough } = walk.take();
        expect(letThrough).toEqual(rows.filter((row) => mayRun(row.split(' command ')[1] ?? '')));
        expect(letThrough.length).toBeLessThan(rows.length);
      },
      withinMs,
    );

    test(
      'by the channel to a server of a workspace, which may do anything',
      async () => {
        await walk.overSideChannels(holderOf(scope));
        const { rows, letThrough } = walk.take();
        expect(letThrough).toEqual(reaches('write') ? rows : []);
      },
      withinMs,
    );

    test(
      'by every tool of the host that takes more than reading',
      async () => {
        await walk.overTools(holderOf(scope));
        const { rows, letThrough } = walk.take();
        expect(rows.length).toBeGreaterThan(10);
        expect(letThrough).toEqual(reaches('write') ? rows : []);
      },
      withinMs,
    );

    test(
      'by every route of HTTP that reads or writes',
      async () => {
        await walk.overRoutes(holderOf(scope));
        const { rows, letThrough } = walk.take();
        const commands = new Map(
          Object.keys(walk.table).map((name) => [`POST /api/${shortName(name)}`, name]),
        );
        const expected = rows.filter((row) => {
          const command = commands.get(row);
          if (command !== undefined) return mayRun(command);
          // These need something that the walk doesn't have: a ticket, or the credential itself.
          if (['POST /ticket', 'POST /sign-in', 'POST /sign-out', 'GET /content/B'].includes(row))
            return false;
          return reaches(row.startsWith('PUT ') ? 'write' : 'read');
        });
        expect(letThrough).toEqual(expected);
      },
      withinMs,
    );
  },
);

describe('SE17: the walk finds a grant that was dropped', () => {
  test.each(kinds.flatMap((kind) => uses.map((use) => ({ kind, use }))))(
    'of the channel kind $kind, to $use',
    async ({ kind, use }) => {
      walk.drop({ channel: { kind, use } });
      await walk.overChannels(outsider, [kind]);
      const { rows, letThrough } = walk.take();
      const dropped = rows.filter((row) => row.includes(use === 'watch' ? ' watch ' : ' act on '));
      // In 0.3 a session's chat is reached through the session, which still refuses.
      expect(letThrough).toEqual(dropped.filter((row) => row !== '0.3.0 act on chat'));
      expect(letThrough.length).toBeGreaterThan(0);
    },
    withinMs,
  );

  test(
    'of each command, over HTTP and over the WebSocket in every dialect',
    async () => {
      for (const command of Object.keys(walk.table)) {
        walk.drop({ command });
        await walk.overCommands(outsider, [command]);
        const { rows, letThrough } = walk.take();
        expect(letThrough).toEqual(rows);
        await walk.overRoutes(outsider, [command]);
        expect(walk.take().letThrough).toContain(`POST /api/${shortName(command)}`);
      }
    },
    withinMs,
  );

  test(
    'of a command that agents are offered',
    async () => {
      walk.drop({ command: 'x-loggia/deleteArtifacts' });
      await walk.overTools(reader);
      expect(walk.take().letThrough).toEqual(['MCP delete_artifacts']);
    },
    withinMs,
  );

  test.each([
    ['x-loggia/readContent', 'GET /api/artifacts/B/content'],
    ['x-loggia/updateArtifact', 'PUT /api/artifacts/B/content'],
    ['x-loggia/getArtifact', 'GET /api/artifacts/B/thumbnail'],
  ])('of the command %s, under which content is streamed', async (command, route) => {
    walk.drop({ command });
    await walk.overRoutes(outsider, [command]);
    expect(walk.take().letThrough).toEqual([route, `POST /api/${shortName(command)}`]);
  });

  test(
    'of the workspace whose servers a View talks to',
    async () => {
      walk.drop({ channel: { kind: 'workspace', use: 'act' } });
      await walk.overSideChannels(reader);
      const { rows, letThrough } = walk.take();
      expect(letThrough).toEqual(rows);
    },
    withinMs,
  );
});

test(
  'SE17: the person with the token is refused by none of it, so the walk goes where it says',
  async () => {
    for (const over of ['overChannels', 'overCommands', 'overSideChannels', 'overTools'] as const) {
      await walk[over](localPrincipal);
      const { rows, letThrough } = walk.take();
      expect([over, letThrough]).toEqual([over, rows]);
    }
    await walk.overRoutes(localPrincipal);
    const { rows, letThrough } = walk.take();
    // These need something that the walk doesn't have: a ticket, or a person's credential.
    expect(rows.filter((row) => !letThrough.includes(row))).toEqual([
      ...['POST /ticket', 'POST /sign-in', 'POST /sign-out', 'GET /content/B'],
    ]);
  },
  withinMs,
);

test('SE17: a kind of channel without a row keeps the host from starting', async () => {
  const kernel = await Kernel.open({
    store: new MemoryStore(new MemoryDisk()),
    kinds: [],
    clock: new ManualClock(),
    scheduler: { turn: (fn) => void setImmediate(fn), after: () => () => undefined },
  });
  expect(() => new ChannelTable(kernel, {}, [{ name: 'diary' }])).toThrow('have no row: diary');
  await kernel.close();
});

test('SE17: a row without a grant does not compile', () => {
  const dispatch = () => undefined;
  const access: Access = { grant: 'read', subject: () => ({ host: true }) };
  // @ts-expect-error -- no grant
  const open: Access = { subject: () => ({ host: true }) };
  // @ts-expect-error -- no subject
  const aimless: Access = { grant: 'read' };
  // @ts-expect-error -- nothing says who may act
  const watched: ChannelRow = { watch: access, dispatch };
  // @ts-expect-error -- nothing says who may watch
  const acted: ChannelRow = { act: access, dispatch };
  // @ts-expect-error -- no grant
  const ours: Rows<{ 'x-loggia/a': { params: z.ZodObject; result: z.ZodObject } }> = { a: {} };
  // @ts-expect-error -- no grant
  const asked = defined({ params: z.object({}), run: async () => null });
  expect([open, aimless, watched, acted, ours, asked]).toHaveLength(6);
});
