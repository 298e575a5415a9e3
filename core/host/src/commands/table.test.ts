import { localPrincipal, type Delegate, type Principal, type Scope } from '@loggia/access';
import { StorageStalled, type Kernel } from '@loggia/kernel';
import type { AuditEntry } from '@loggia/mcp';
import { changesetOfSession, ProtocolError } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { paramsAbout, wholeTable } from './whole-table.testkit.ts';
import { byShortName, paramsSchema, shortName, type JsonSchema } from '../http/command-shape.ts';
import { command, Commands, type Caller, type CommandDefinition, type CommandPorts } from './table.ts';
import { Answers } from './answers.ts';
import { recordedActs } from './recorded-acts.ts';
import { StallGuard } from './stall-guard.ts';

/** Nothing is pending, except in the test's replacements. */
function kernelThat(differs: object = {}): Kernel {
  const settled = async (): Promise<void> => undefined;
  const calm = {
    ...{ health: { ok: true }, settled, removalsSettled: settled, records: { settled } },
    assertAccepting: () => undefined,
  };
  return { ...calm, ...differs } as unknown as Kernel;
}

/** The guard's clock stands still. */
function commandsOn(
  kernel: Kernel,
  table: Readonly<Record<string, CommandDefinition>>,
  ports: Omit<CommandPorts, 'answers'> = {},
): Commands {
  const guard = new StallGuard({ kernel, scheduler: { after: () => () => undefined } });
  return new Commands(kernel, table, { answers: new Answers(kernel, guard), ...ports });
}

const commands = commandsOn(kernelThat(), wholeTable());
const names = commands.names();

function delegate(scope: Partial<Scope>): Delegate {
  const whole: Scope = { artifacts: [], everything: false, grant: 'write', permissions: [], ...scope };
  return {
    id: 'local',
    kind: 'delegate',
    actor: { kind: 'handler', server: 'notes', name: 'Notes' },
    scope: whole,
    expiresAt: Number.MAX_SAFE_INTEGER,
  };
}

function as(principal: Principal): Caller {
  return {
    clientId: 'c',
    principal,
    signal: new AbortController().signal,
    ask: () => Promise.reject(new Error()),
  };
}

/** The names of all commands that are allowed. Their parameters don't have to be complete. */
async function allowed(principal: Principal, about: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    try {
      await commands.run(name, paramsAbout(name, about), as(principal));
      found.push(name);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (error.kind !== 'PermissionDenied') found.push(`${name}: ${error.message}`);
    }
  }
  return found.map((name) => name.replace('x-loggia/', '')).toSorted();
}

const ofOneArtifact = {
  reading: ['diffVersions', 'getArtifact', 'listVersions', 'previewCommit', 'readContent'],
  writing: ['commitArtifacts', 'discardDraft', 'restoreVersion', 'updateArtifact'],
};
const ofServers = [
  'addServer',
  'listServers',
  'listTools',
  'removeServer',
  'restartServer',
  'serverLogs',
  'startServer',
  'stopServer',
];

describe('H4: a handler with a token of its call', () => {
  test('reads its artifact, changes the draft and commits it, and nothing else of the whole table', async () => {
    const { reading, writing } = ofOneArtifact;
    expect(await allowed(delegate({ artifacts: ['A'] }), 'A')).toEqual([...reading, ...writing].toSorted());
  });

  test('only reads where it was only lent that', async () => {
    expect(await allowed(delegate({ artifacts: ['A'], grant: 'read' }), 'A')).toEqual(ofOneArtifact.reading);
  });

  test('can do nothing at all to another artifact, alone or among its own', async () => {
    const ofA = delegate({ artifacts: ['A'], grant: 'admin' });
    expect(await allowed(ofA, 'B')).toEqual([]);
    for (const [name, params] of [
      ['x-loggia/previewCommit', { artifacts: ['A', 'B'] }],
      ['x-loggia/commitArtifacts', { artifacts: [{ id: 'A' }, { id: 'B' }], message: 'm' }],
    ] as const) {
      const run = commands.run(name, { channel: 'c', ...params }, as(ofA));
      await expect(run).rejects.toMatchObject({ kind: 'PermissionDenied' });
    }
  });

  test('touches servers only with the permission, and then neither calls their tools nor trusts them', async () => {
    const lent = { permissions: ['servers'] } as const;
    expect(await allowed(delegate(lent), 'A')).toEqual(ofServers);
    expect(await allowed(delegate({ ...lent, grant: 'read' }), 'A')).toEqual([
      'listServers',
      'listTools',
      'serverLogs',
    ]);
  });

  test('acts on servers as the person that it acts for: whose connections and tokens they are', async () => {
    const ran = await commands.run(
      'x-loggia/startServer',
      { channel: 'c', server: 's' },
      {
        ...as(delegate({ permissions: ['servers'] })),
      },
    );
    expect(ran).toMatchObject({ ran: 'startServer', caller: { principal: localPrincipal } });
  });
});

test('H4: a token for everything reaches all artifacts, workspaces and collections, but nothing that runs a host', async () => {
  const all = await allowed(delegate({ everything: true, grant: 'admin' }), 'A');
  expect(all).toEqual(
    expect.arrayContaining(['search', 'listWorkspaces', 'deleteArtifacts', 'openArtifact']),
  );
  const never = [
    ...ofServers,
    ...['setTypePolicy', 'callTool', 'reviewTrust', 'setTrust', 'listTrust', 'listAudit'],
    ...['diagnose', 'authenticate', 'askAuthorizationServer'],
    ...[
      'listSessions',
      'createSession',
      'resourceRead',
      'resourceWrite',
      'createResourceWatch',
      'completions',
    ],
  ];
  expect(all.filter((name) => never.includes(name.split(':')[0] ?? ''))).toEqual([]);
});

test('H4: whatever has no subject is for the local token alone', async () => {
  const everybody = delegate({
    artifacts: ['A'],
    everything: true,
    grant: 'admin',
    permissions: ['servers'],
  });
  const withoutSubject = [...commands.definitions()].filter(([, { subject }]) => !subject);
  expect(withoutSubject.length).toBeGreaterThan(20);
  for (const [name] of withoutSubject) {
    // Refused whatever was sent, and before any of it is read.
    const refusal: unknown = await commands
      .run(name, 'nonsense', as(everybody))
      .catch((error: unknown) => error);
    expect([name, refusal]).toEqual([name, expect.objectContaining({ kind: 'PermissionDenied' })]);
  }
});

test('I3: the holder of the local token may call every command of the table', async () => {
  const outcomes = await allowed(localPrincipal, 'A');
  expect(outcomes.map((outcome) => outcome.split(':')[0])).toEqual(
    names.map((name) => name.replace('x-loggia/', '')).toSorted(),
  );
});

test('I3: what is streamed is done only for somebody who may run the command', async () => {
  const ofA = delegate({ artifacts: ['A'] });
  let done = 0;
  const perform = (name: string, params: object, principal: Principal = ofA) =>
    commands.perform(name, { channel: 'c', ...params }, as(principal), async () => (done += 1));
  expect(await perform('x-loggia/updateArtifact', { artifact: 'A' })).toBe(1);
  await expect(perform('x-loggia/updateArtifact', { artifact: 'B' })).rejects.toThrow(
    "doesn't work for that artifact",
  );
  await expect(perform('x-loggia/updateArtifact', { artifact: '../A' }, localPrincipal)).rejects.toThrow(
    'must be an id',
  );
  await expect(perform('x-loggia/nothing', {}, localPrincipal)).rejects.toThrow('does not serve');
  expect(done).toBe(1);
});

test('SE15: what is done with a key is recorded as what its holder did, and what a person does is not', async () => {
  const entries: AuditEntry[] = [];
  let time = 100;
  const acts = recordedActs({ write: (entryOf) => void entries.push(entryOf()) }, { now: () => (time += 5) });
  const recorded = commandsOn(kernelThat(), wholeTable(), { acts });
  const ofA = delegate({ artifacts: ['A'] });
  const update = (artifact: string, principal: Principal) =>
    recorded.run('x-loggia/updateArtifact', { channel: 'c', artifact }, as(principal)).catch(() => undefined);
  await update('A', localPrincipal);
  expect(entries).toEqual([]);
  await update('A', ofA);
  await update('B', ofA);
  await update('A', { ...delegate({ everything: true }), actor: { kind: 'agent' } });
  await recorded.perform(
    'x-loggia/readContent',
    { channel: 'c', artifact: 'A' },
    as(ofA),
    async () => 'bytes',
  );
  const byNotes = {
    server: 'notes',
    serverName: 'Notes',
    by: 'handler',
    principal: 'local via handler Notes',
  };
  const about = { clientId: 'c', method: 'x-loggia/updateArtifact', durationMs: 5 };
  expect(entries.map(({ requestBytes: _bytes, ...entry }) => entry)).toEqual([
    { ...about, ...byNotes, target: 'A', decision: 'allowed' },
    {
      ...about,
      ...byNotes,
      target: 'B',
      decision: 'refused',
      reason: expect.stringContaining("doesn't work for that artifact"),
    },
    {
      ...about,
      server: 'agent',
      serverName: 'agent',
      by: 'agent',
      principal: 'local via agent',
      target: 'A',
      decision: 'allowed',
    },
    { ...about, ...byNotes, method: 'x-loggia/readContent', target: 'A', decision: 'allowed' },
  ]);
});

test('CH12: what people do to changesets is recorded with the session and the lines', async () => {
  const entries: AuditEntry[] = [];
  const acts = recordedActs({ write: (entryOf) => void entries.push(entryOf()) }, { now: () => 0 });
  const recorded = commandsOn(kernelThat(), wholeTable(), { acts });
  const session = 'ahp-session:/s';
  const channel = `${changesetOfSession(session)}/t1`;
  const range = { start: { line: 2, character: 0 }, end: { line: 5, character: 0 } };
  const target = { kind: 'range', resource: 'file:///a.txt', range };
  const invoke = (params: object) =>
    recorded
      .run('invokeChangesetOperation', { channel, ...params }, as(localPrincipal))
      .catch(() => undefined);
  await invoke({ operationId: 'revert' });
  await invoke({ operationId: 'keep', target });
  await invoke({});
  const about = {
    ...{ server: 'x-loggia-host', serverName: 'Loggia', by: 'person', principal: 'local', clientId: 'c' },
    ...{ method: 'invokeChangesetOperation', durationMs: 0 },
  };
  expect(entries.map(({ requestBytes: _bytes, ...entry }) => entry)).toEqual([
    { ...about, session, target: 'revert', decision: 'allowed' },
    { ...about, session, target: 'keep file:///a.txt:3-5', decision: 'allowed' },
    { ...about, decision: 'failed', reason: expect.stringContaining('operationId') },
  ]);
});

test('I3: an answer leaves when what it rests on is durable, and so does a refusal', async () => {
  let settle: () => void = () => undefined;
  const durable = new Promise<void>((resolve) => (settle = resolve));
  const order: string[] = [];
  const waiting = commandsOn(kernelThat({ settled: () => durable }), {
    succeed: command({ grant: 'read', params: z.object({}), run: async () => 'done' }),
    refuse: command({
      grant: 'read',
      params: z.object({}),
      run: () => Promise.reject(new Error('there is one')),
    }),
  });
  const answers = ['succeed', 'refuse'].map((name) =>
    waiting.run(name, {}, as(localPrincipal)).then(
      () => order.push(name),
      (error: Error) => order.push(error.message),
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  order.push('durable');
  settle();
  await Promise.all(answers);
  expect(order).toEqual(['durable', 'succeed', 'there is one']);
});

describe('SE4: while storage accepts no writes', () => {
  const reason = 'the disk is full';
  const never = new Promise<void>(() => undefined);
  const stalled = (pending: readonly string[] = []): Kernel =>
    kernelThat({
      health: { ok: false, reason, waiting: 1 },
      settled: () => never,
      records: {
        settled: (namespaces: readonly string[]) =>
          namespaces.some((namespace) => pending.includes(namespace)) ? never : Promise.resolve(),
      },
      assertAccepting: () => {
        throw new StorageStalled(reason);
      },
    });

  test('every command that only reads is answered, and every other is refused before it begins', async () => {
    const began: string[] = [];
    const table = Object.fromEntries(
      Object.entries(wholeTable()).map(([name, { subject: _subject, ...definition }]) => [
        name,
        { ...definition, params: z.unknown(), run: async () => void began.push(name) },
      ]),
    );
    const stuck = commandsOn(stalled(), table);
    const refused: string[] = [];
    for (const name of names) {
      const run = stuck.run(name, paramsAbout(name, 'A'), as(localPrincipal));
      await run.catch((error: Error) => {
        if (error.message.includes(reason)) refused.push(name);
      });
    }
    expect([...began, ...refused].toSorted()).toEqual(names.toSorted());
    // A command with the grant to read that still stores something: a watch is a channel.
    const definitions = commands.definitions();
    const storing = refused.filter((name) => definitions.get(name)?.grant === 'read');
    expect(storing).toEqual(['createResourceWatch']);
    expect(began).toEqual(
      expect.arrayContaining(['listSessions', 'x-loggia/search', 'x-loggia/getArtifact']),
    );
    expect(refused).toEqual(
      expect.arrayContaining(['createSession', 'x-loggia/createArtifact', 'x-loggia/addServer']),
    );
  });

  test('a read that shows a record that is not stored is given up on, and says why', async () => {
    const timers: (() => void)[] = [];
    const kernel = stalled(['decisions']);
    const guard = new StallGuard({
      kernel,
      scheduler: {
        after: (_ms, fn) => {
          timers.push(fn);
          return () => undefined;
        },
      },
    });
    const definition = { grant: 'read', params: z.object({}), run: async () => 'shown' } as const;
    const table = {
      those: command({ ...definition, reads: ['decisions'] }),
      others: command({ ...definition, reads: ['policies'] }),
    };
    const reading = new Commands(kernel, table, { answers: new Answers(kernel, guard) });
    await expect(reading.run('others', {}, as(localPrincipal))).resolves.toBe('shown');
    const those = reading.run('those', {}, as(localPrincipal));
    await new Promise((resolve) => setImmediate(resolve));
    for (const fire of timers) fire();
    await expect(those).rejects.toMatchObject({
      kind: 'Unavailable',
      message: expect.stringMatching(/not been stored yet: the disk is full\..*check the current state/i),
    });
  });
});

/** The fields of a schema that say nothing about themselves, with those inside them. */
function undescribed(schema: JsonSchema, path: string): string[] {
  const { properties = {}, anyOf = [], oneOf = [], items } = schema as Record<string, never>;
  const own = Object.entries<JsonSchema>(properties).flatMap(([name, of]) => [
    ...(typeof of['description'] === 'string' ? [] : [`${path}.${name}`]),
    ...undescribed(of, `${path}.${name}`),
  ]);
  const variants: JsonSchema[] = [...anyOf, ...oneOf, ...(items ? [items] : [])];
  return [...own, ...variants.flatMap((variant) => undescribed(variant, path))];
}

test('I3: every command is described: one sentence, each of its parameters, and its result', () => {
  for (const [name, definition] of commands.definitions()) {
    expect([name, definition.says]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
    expect([name, definition.result]).toEqual([name, expect.any(Object)]);
    const params = paramsSchema(name, definition);
    const missing = undescribed(params, shortName(name));
    // The protocol's documents describe the contents of its own objects.
    const ours = name.startsWith('x-loggia/') && name !== 'x-loggia/answerCall';
    expect(ours ? missing : missing.filter((path) => path.split('.').length === 2)).toEqual([]);
    expect([name, params['additionalProperties']]).toEqual([name, false]);
  }
  expect(names.length).toBeGreaterThan(60);
});

test('L5: our commands refuse unknown parameters; those of the protocol do over HTTP and MCP alone', async () => {
  const person = as(localPrincipal);
  const ours = commands.run('x-loggia/search', { channel: 'ahp-root://', query: 'q', limt: 1 }, person);
  await expect(ours).rejects.toMatchObject({
    kind: 'InvalidParams',
    message: 'Unknown parameter "limt". Did you mean "limit"?',
  });
  const later = { channel: 'ahp-root://', limt: 1 };
  await expect(commands.run('listSessions', later, person)).resolves.toEqual({});
  const strict = commands.run('listSessions', later, { ...person, refusesUnknown: true });
  await expect(strict).rejects.toMatchObject({ message: 'Unknown parameter "limt". Did you mean "limit"?' });
});

test('I3: no two commands go by the same short name', () => {
  expect(byShortName(names).size).toBe(names.length);
  expect(() => byShortName(['search', 'x-loggia/search'])).toThrow('would both be called search');
});

test('I3: what only reads needs no more than the grant to read, and no tool for agents needs that of the host', () => {
  for (const [name, { grant, tool }] of commands.definitions()) {
    if (!tool) continue;
    const most = tool.readOnly ? ['read'] : ['read', 'write'];
    expect([name, most.includes(grant), tool.readOnly && tool.destructive]).toEqual([name, true, false]);
  }
});
