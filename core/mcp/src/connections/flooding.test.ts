import { openLoopbackServer } from '@loggia/testing/oauth';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { McpToolResult } from '../connection.ts';
import { byTest, eventually, openRig, said, scriptedServer, texts } from './gateway-rig.testkit.ts';
import { defaultTrafficLimits } from './traffic/limits.ts';

/** Ends a flood quickly, to keep tests short. */
const impatient = { traffic: { ...defaultTrafficLimits, patienceMs: 1_500 } };

const message = (content: object) => JSON.stringify({ jsonrpc: '2.0', ...content });
const lines: Readonly<Record<string, string>> = {
  'plain lines': 'debug: here I am',
  'log messages': message({ method: 'notifications/message', params: { level: 'info', data: 'x' } }),
  'list changes': message({ method: 'notifications/tools/list_changed' }),
  requests: message({ id: 'q', method: 'roots/list' }),
  answers: message({ id: 4711, result: {} }),
  progress: message({ method: 'notifications/progress', params: { progressToken: 4711, progress: 1 } }),
  'half a message': '{"jsonrpc":"2.0","method":',
  'empty lines': '',
};

describe.each(Object.entries(lines))('%s without end', (_, line) => {
  it('SE2: end the server with a sentence, and it is not started again', async () => {
    const rig = openRig({ limits: impatient });
    const flooding = await rig.ready(scriptedServer());
    const bystander = await rig.ready(scriptedServer(), { server: 'server-2' });
    // Its answer may get lost in the flood.
    void flooding.callTool({ name: 'flood', arguments: { line } }, byTest).catch(() => {});
    let calls = 0;
    while (flooding.state.kind !== 'error') {
      await bystander.callTool({ name: 'echo' }, byTest);
      calls += 1;
    }
    expect(calls).toBeGreaterThan(1);
    const reason = expect.stringMatching(
      /^The host stopped the server because it sent .+ then start it again\.$/,
    );
    expect(flooding.state).toMatchObject({ error: { message: reason } });
    expect(flooding.restarts).toBe(0);
    expect(texts(flooding)).toContainEqual(reason);
    await expect(flooding.callTool({ name: 'echo' }, byTest)).rejects.toThrow('The host stopped the server');
  });
});

it('SE2: a server that floods before it is ready ends in the same way', async () => {
  const rig = openRig({ limits: impatient });
  const connection = rig.open(scriptedServer({ flood: 'Loading…', silent: true }));
  await connection.settled();
  expect(connection.state).toMatchObject({
    kind: 'error',
    error: { message: expect.stringContaining('The host stopped the server') },
  });
  expect(connection.restarts).toBe(0);
});

it('SE2: a server that talks a lot and then stops is heard to the end', async () => {
  const rig = openRig();
  const connection = await rig.ready(scriptedServer());
  expect(said(await connection.callTool({ name: 'chat', arguments: { count: 3_000 } }, byTest))).toBe('said');
  expect(connection.state.kind).toBe('ready');
  await eventually(() => texts(connection).some((text) => /^[\d,]+ lines were left out/.test(text)));
  expect(connection.logs.read().entries.length).toBeLessThanOrEqual(2000);
});

it(
  'SE2: progress of a call under way is read to the end, and its caller told of it now and then',
  { timeout: 30_000 },
  async () => {
    const rig = openRig({ limits: impatient });
    const connection = await rig.ready(scriptedServer());
    const told: number[] = [];
    const result: McpToolResult = await connection.callTool(
      { name: 'live-flood', arguments: { count: 5_000 } },
      { ...byTest, progress: ({ progress = 0 }) => told.push(progress) },
    );
    expect(said(result)).toBe('done');
    expect(told.at(-1)).toBe(5_000);
    expect(told.length).toBeLessThan(500);
    expect(connection.state.kind).toBe('ready');
  },
);

it('SE2: a tool nested 100,000 levels deep costs the server that tool alone', async () => {
  const rig = openRig();
  const connection = rig.open(scriptedServer({ deep: true }));
  await connection.settled();
  expect(connection.state).toEqual({ kind: 'ready' });
  const names = connection.tools.map(({ name }) => name);
  expect({ echo: names.includes('echo'), wait: names.includes('wait') }).toEqual({ echo: true, wait: false });
  expect(texts(connection)).toContain(
    'The tool "wait" isn\'t offered: its definition is nested more than 100 levels deep.',
  );
});

it('SE2: a listener that throws while a connection is taken up leaves it ready, and is reported', async () => {
  const rig = openRig();
  const connection = rig.open(scriptedServer());
  connection.onChange(() => {
    throw new Error('not my day');
  });
  await connection.settled();
  expect(connection.state).toEqual({ kind: 'ready' });
  expect(rig.problems.length).toBeGreaterThan(0);
});

describe('over HTTP', () => {
  const initialized = (id: unknown) =>
    Response.json({
      jsonrpc: '2.0',
      id,
      result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'x', version: '1' } },
    });

  async function serverWith(answer: (request: Request, body: { id?: unknown; method?: string }) => Response) {
    const server = await openLoopbackServer(async (request) => {
      const text = await request.text();
      const body = (text === '' ? {} : JSON.parse(text)) as { id?: unknown; method?: string };
      if (body.method === 'initialize') return initialized(body.id);
      if (body.method === 'server/discover') return new Response(null, { status: 400 });
      return answer(request, body);
    });
    onTestFinished(() => server.close());
    return { name: 'Remote', transport: { kind: 'http', url: `${server.origin}/mcp`, headers: {} } } as const;
  }

  it('SE2: a stream that ends at once is not opened again at once, whatever the server asks for', async () => {
    let opened = 0;
    const definition = await serverWith((request) => {
      if (request.method !== 'GET') return new Response(null, { status: 202 });
      opened += 1;
      return new Response('retry: 0\nid: 1\ndata:\n\n', { headers: { 'content-type': 'text/event-stream' } });
    });
    const rig = openRig();
    await rig.ready(definition);
    await eventually(() => opened > 0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(opened).toBe(1);
  });

  it('SE2: an endless answer to what is no request is not read', async () => {
    let read = 0;
    let isCancelled = false;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setImmediate(resolve));
          read += 1;
          controller.enqueue(new TextEncoder().encode('data: x\n\n'.repeat(10_000)));
        },
        cancel: () => {
          isCancelled = true;
        },
      });
    const definition = await serverWith(
      (request) => new Response(null, { status: request.method === 'POST' ? 202 : 405 }),
    );
    const rig = openRig();
    rig.authority.fetch = async (input, init) => {
      const isNotification =
        typeof init?.body === 'string' && init.body.includes('notifications/initialized');
      if (!isNotification) return fetch(input, init);
      return new Response(endless(), { status: 202, headers: { 'content-type': 'text/event-stream' } });
    };
    await rig.ready(definition);
    await eventually(() => isCancelled);
    expect(read).toBeLessThan(50);
  });
});
