import { ManualClock, ManualScheduler } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import type { CallContext } from '../connection.ts';
import type { ServerFailure } from '../failures.ts';
import { byTest, eventually, openRig, said, scriptedServer, texts } from './gateway-rig.testkit.ts';

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ServerFailure) => error,
  );

const blue: Required<Pick<CallContext, 'elicit'>> = {
  elicit: () => Promise.resolve({ action: 'accept', content: { color: 'blue' } }),
};

describe.each([
  ['older', {}, {}],
  ['modern', { modern: true }, { era: 'modern' }],
] as const)('a server of the %s era', (_, script, more) => {
  it('B4: results come back as they were sent, whatever is in them and whatever schema the tool declares', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer(script, more));
    const isModern = 'modern' in script;
    // The SDK only accepts the modern era's kinds of content.
    const type = isModern ? 'text' : 'hologram';
    expect(await connection.callTool({ name: 'echo', arguments: { a: [1, null] } }, byTest)).toEqual({
      content: [{ type, text: '', depth: 3 }],
      structuredContent: [{ a: [1, null] }],
      fromTheFuture: true,
      _meta: { 'example.org/kept': 1 },
      ...(isModern && { ttlMs: 0, cacheScope: 'private' }),
    });
  });

  it('B8: a question of the server reaches whoever called, and the answer the server', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer(script, more));
    const asked: unknown[] = [];
    const result = await connection.callTool(
      { name: 'ask' },
      {
        ...byTest,
        session: 'one',
        elicit: (elicitation) => {
          asked.push(elicitation);
          return blue.elicit(elicitation, new AbortController().signal);
        },
      },
    );
    expect(said(result)).toEqual({ action: 'accept', content: { color: 'blue' } });
    expect(asked).toEqual([
      {
        message: 'Which color?',
        requestedSchema: { type: 'object', properties: { color: { type: 'string' } } },
      },
    ]);
  });

  it('B8: where nobody can be asked the server is told so', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer(script, more));
    expect(said(await connection.callTool({ name: 'ask' }, byTest))).toEqual({ action: 'decline' });
    expect(texts(connection).at(-1)).toMatch(/^Declined a question to the user/);
  });
});

describe('questions of a server that several sessions share', () => {
  it('B8: over one pipe nobody can tell whose it is, so it is declined, and the log says what helps', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const other = failureOf(connection.callTool({ name: 'wait' }, { ...byTest, session: 'two', ...blue }));
    expect(said(await connection.callTool({ name: 'ask' }, { ...byTest, session: 'one', ...blue }))).toEqual({
      action: 'decline',
    });
    expect(texts(connection).at(-1)).toContain('"isolation": "session"');
    connection.restart();
    await other;
  });

  it('B8: in the modern era the question is part of the answer, so it reaches the right one', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer({ modern: true }, { era: 'modern' }));
    const other = failureOf(
      connection.callTool(
        { name: 'wait' },
        { ...byTest, session: 'two', elicit: () => Promise.reject(new Error('not me')) },
      ),
    );
    expect(
      said(await connection.callTool({ name: 'ask' }, { ...byTest, session: 'one', ...blue })),
    ).toMatchObject({
      content: { color: 'blue' },
    });
    connection.restart();
    await other;
  });

  it('B8: of several calls of one session the newest that can be asked is', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const older = failureOf(connection.callTool({ name: 'wait' }, { ...byTest, session: 'one', ...blue }));
    expect(said(await connection.callTool({ name: 'ask' }, { ...byTest, session: 'one' }))).toMatchObject({
      action: 'accept',
    });
    connection.restart();
    await older;
  });
});

describe('what a server may ask', () => {
  it('B8: sampling goes to the session of the call, verbatim', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const answer = { model: 'm', role: 'assistant', content: { type: 'text', text: 'Hm.' } };
    const result = await connection.callTool(
      { name: 'think' },
      { ...byTest, sample: () => Promise.resolve(answer) },
    );
    expect(said(result)).toEqual(answer);
    expect(said(await connection.callTool({ name: 'think' }, byTest))).toMatchObject({ code: -32600 });
  });

  it('B4: its roots are the folders of the lease', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer(), { folders: ['/some where', '/else'] });
    expect(said(await connection.callTool({ name: 'roots' }, byTest))).toEqual({
      roots: [{ uri: 'file:///some%20where' }, { uri: 'file:///else' }],
    });
  });

  it('B8: a page that it wants opened first is shown, and the call is made again', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const shown: unknown[] = [];
    const context: CallContext = {
      ...byTest,
      elicit: (elicitation) => {
        shown.push(elicitation);
        return Promise.resolve({ action: 'accept' });
      },
    };
    expect(said(await connection.callTool({ name: 'page' }, context))).toBe('welcome');
    expect(shown).toEqual([{ message: 'Sign in.', url: 'https://example.org/', elicitationId: 'e1' }]);
  });

  it('B8 L5: a page that is none is never shown', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer({ page: 'javascript:alert(1)' }));
    const shown: unknown[] = [];
    const context: CallContext = {
      ...byTest,
      elicit: (elicitation) => {
        shown.push(elicitation);
        return Promise.resolve({ action: 'accept' });
      },
    };
    expect(await failureOf(connection.callTool({ name: 'page' }, context))).toMatchObject({
      kind: 'refused',
      code: -32042,
    });
    expect(said(await connection.callTool({ name: 'show' }, context))).toEqual({ action: 'decline' });
    expect(shown).toEqual([]);
  });

  it('B8: a page that the user does not want to open refuses the call', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const context: CallContext = { ...byTest, elicit: () => Promise.resolve({ action: 'decline' }) };
    expect(await failureOf(connection.callTool({ name: 'page' }, context))).toMatchObject({
      kind: 'refused',
      code: -32042,
    });
  });
});

describe('how a call ends', () => {
  it('B4: an error of the server keeps its code and data', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    expect(await failureOf(connection.callTool({ name: 'refuse' }, byTest))).toMatchObject({
      kind: 'refused',
      message: 'No, not today.',
      code: -32050,
      data: { until: 'tomorrow' },
    });
    expect(await failureOf(connection.request('example/unknown', {}, byTest))).toMatchObject({
      kind: 'refused',
      code: -32601,
    });
  });

  it('B8: progress reaches the caller', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const steps: unknown[] = [];
    await connection.callTool({ name: 'progress' }, { ...byTest, progress: (step) => steps.push(step) });
    expect(steps).toEqual([{ progress: 1, total: 2, message: 'half' }]);
  });

  it('B5: cancelling tells the server and rejects at once', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const abort = new AbortController();
    const call = failureOf(connection.callTool({ name: 'wait' }, { ...byTest, signal: abort.signal }));
    await connection.callTool({ name: 'echo' }, byTest);
    abort.abort();
    expect(await call).toMatchObject({ kind: 'cancelled' });
    await eventually(() => texts(connection).some((text) => text.startsWith('cancelled ')));
    const late = connection.callTool({ name: 'echo' }, { ...byTest, signal: abort.signal });
    expect(await failureOf(late)).toMatchObject({ kind: 'cancelled' });
  });

  it('B5: a call that takes too long fails, and the server is told', async () => {
    const clock = new ManualClock();
    const scheduler = new ManualScheduler(clock);
    const rig = openRig({ clock, scheduler });
    const connection = await rig.ready(scriptedServer({}, { callWithinMs: 1000 }));
    const call = failureOf(connection.callTool({ name: 'wait' }, byTest));
    await eventually(() => scheduler.pendingTimers > 0);
    await scheduler.advance(1000);
    expect(await call).toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('"callWithinSeconds"'),
    });
    await eventually(() => texts(connection).some((text) => text.startsWith('cancelled ')));
    expect(connection.state).toEqual({ kind: 'ready' });
  });

  it('B8: while the user is asked, the time of the call stands still', async () => {
    const clock = new ManualClock();
    const scheduler = new ManualScheduler(clock);
    const rig = openRig({ clock, scheduler });
    const connection = await rig.ready(scriptedServer({}, { callWithinMs: 1000 }));
    const result = await connection.callTool(
      { name: 'ask' },
      {
        ...byTest,
        elicit: async () => {
          await scheduler.advance(60 * 60_000);
          return { action: 'accept', content: { color: 'green' } };
        },
      },
    );
    expect(said(result)).toMatchObject({ content: { color: 'green' } });
  });
});

describe('what a server does', () => {
  it('B5: one that closes its output while it runs on is started again', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    expect(await failureOf(connection.callTool({ name: 'fall-silent' }, byTest))).toMatchObject({
      kind: 'unavailable',
      message: 'The server closed its output while it ran on, so it was stopped.',
    });
    expect(said(await connection.callTool({ name: 'progress' }, byTest))).toBe('done');
  });

  it('B4: one over stdio that exits at the question for its era is spoken to in the older', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer({ exitAtDiscovery: true }, { era: 'auto' }));
    expect(connection.facts?.era).toBe('legacy');
    expect(texts(connection).join()).toContain('older protocol');
  });
});

describe('what a server writes', () => {
  it('B5 L5: lines on its output that are no messages are passed over and logged', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    expect(said(await connection.callTool({ name: 'noise' }, byTest))).toBe('still here');
    const warnings = connection.logs.read().entries.filter((entry) => entry.level === 'warning');
    expect(warnings.map((entry) => entry.text.replace(/^.*ignored: /s, ''))).toEqual([
      'Listening on port 3000',
      '{"jsonrpc":"2.0","nonsense":true}',
      '{"half',
    ]);
  });

  it('B5 L5: a message without end does not fill the memory: the server is stopped, and the call told', async () => {
    const rig = openRig({ limits: { messageBytes: 1024 * 1024 } });
    const connection = await rig.ready(scriptedServer());
    const call = failureOf(connection.callTool({ name: 'huge', arguments: { bytes: 3_000_000 } }, byTest));
    expect(await call).toMatchObject({
      kind: 'unavailable',
      message: 'The server sent a message of more than 1 MiB, so it was stopped.',
    });
    await connection.settled();
    expect(connection.state).toEqual({ kind: 'ready' });
  });

  it('B8: what it logs over MCP and on stderr is in the log, in order and without control characters', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    await connection.callTool({ name: 'log' }, byTest);
    await connection.callTool(
      { name: 'say', arguments: { words: '\u001b[31mred\u001b[0m\u0007 alert' } },
      byTest,
    );
    await eventually(() => texts(connection).includes('red alert'));
    const entries = connection.logs.read().entries.map(({ from, level, text }) => ({ from, level, text }));
    expect(entries).toEqual([
      { from: 'server', level: 'warning', text: 'db: {"rows":3}' },
      { from: 'stderr', level: undefined, text: 'red alert' },
    ]);
  });

  it('B13: a secret of its settings is neither in its log nor in the reason of its end', async () => {
    const rig = openRig();
    const env = { API_KEY: 'hunter2-hunter2' };
    const connection = await rig.ready(scriptedServer({}, { env }));
    const call = failureOf(
      connection.callTool(
        { name: 'exit', arguments: { code: 1, words: 'Error: bad key hunter2-hunter2' } },
        byTest,
      ),
    );
    expect(await call).toMatchObject({ message: 'The server exited with code 1: Error: bad key •••' });
    expect(texts(connection).join('\n')).not.toContain('hunter2');
  });
});

it('B13: a process gets its own environment and a safe base, and nothing else of the host', async () => {
  process.env['LOGGIA_TEST_SECRET'] = 'do not tell';
  try {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer({}, { env: { OWN: 'yes' } }));
    const environment = said(await connection.callTool({ name: 'environment' }, byTest)) as Record<
      string,
      string
    >;
    expect(environment['OWN']).toBe('yes');
    expect(environment['PATH']).toBe(process.env['PATH']);
    expect(JSON.stringify(environment)).not.toContain('do not tell');
    const allowed = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_.*|TERM|TMPDIR|TZ|OWN)$/;
    expect(Object.keys(environment).filter((name) => !allowed.test(name))).toEqual([]);
  } finally {
    delete process.env['LOGGIA_TEST_SECRET'];
  }
});
