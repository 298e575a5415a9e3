import type { AuthChallenge } from '@loggia/protocol';
import { SdkMcpServer } from '@loggia/testing/mcp';
import { openLoopbackServer } from '@loggia/testing/oauth';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallContext } from '../connection.ts';
import type { ServerDefinition } from '../definition.ts';
import { AuthNeeded, type ServerFailure } from '../failures.ts';
import { byTest, eventually, openRig, said, texts, whenever } from './gateway-rig.testkit.ts';
import { openSseServer } from './sse-server.testkit.ts';

async function closing<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const server = await opening;
  onTestFinished(() => server.close());
  return server;
}

const loopback: typeof openLoopbackServer = (answer) => closing(openLoopbackServer(answer));

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ServerFailure) => error,
  );

function at(url: string, more: Partial<ServerDefinition> = {}): ServerDefinition {
  return { name: 'Remote', transport: { kind: 'http', url, headers: { 'x-own': 'yes' } }, ...more };
}

const answers = (color: string): CallContext => ({
  ...byTest,
  session: color,
  elicit: () => Promise.resolve({ action: 'accept', content: { color } }),
});

describe.each(['legacy', 'modern'] as const)('a %s server over Streamable HTTP', (era) => {
  it('B4: is spoken to in its own era, with the headers of its settings', async () => {
    const server = await closing(SdkMcpServer.open(era));
    const rig = openRig();
    const connection = await rig.ready(at(server.url));
    expect(connection.facts).toMatchObject({ era, name: 'sdk', version: '1.0.0', instructions: 'Be kind.' });
    expect(connection.tools.map((tool) => tool.name)).toEqual(['echo', 'ask', 'wait', 'by-region']);
    const result = await connection.callTool(
      {
        name: 'echo',
        arguments: { a: 1 },
        _meta: { 'example.org/mark': 'm' },
      },
      byTest,
    );
    expect(said(result)).toEqual({ a: 1, meta: 'm' });
    expect(server.requests.every(({ headers }) => headers.get('x-own') === 'yes')).toBe(true);
  });

  it('B8: questions reach the session whose call made the server ask, while another calls too', async () => {
    const server = await closing(SdkMcpServer.open(era));
    const rig = openRig();
    const connection = await rig.ready(at(server.url));
    const results = await Promise.all(
      ['red', 'blue', 'green'].map((color) => connection.callTool({ name: 'ask' }, answers(color))),
    );
    expect(results.map(said)).toMatchObject([
      { content: { color: 'red' } },
      { content: { color: 'blue' } },
      { content: { color: 'green' } },
    ]);
  });

  it('B5: list_changed is honored', async () => {
    const server = await closing(SdkMcpServer.open(era));
    const rig = openRig();
    const connection = await rig.ready(at(server.url));
    // In the older era the stream for such news opens a moment after the handshake.
    await eventually(() => era === 'modern' || server.requests.some(({ method }) => method === 'GET'));
    server.addTool('more');
    await whenever(connection, () => connection.tools.some((tool) => tool.name === 'more'));
    expect(connection.restarts).toBe(0);
  });

  it('B5: cancelling rejects at once', async () => {
    const server = await closing(SdkMcpServer.open(era));
    const rig = openRig();
    const connection = await rig.ready(at(server.url));
    const abort = new AbortController();
    const call = failureOf(connection.callTool({ name: 'wait' }, { ...byTest, signal: abort.signal }));
    await connection.callTool({ name: 'echo' }, byTest);
    abort.abort();
    expect(await call).toMatchObject({ kind: 'cancelled' });
    expect(connection.state.kind).toBe('ready');
  });
});

it('B5: a stream of changes that ends is opened again, and what changed meanwhile is seen', async () => {
  const server = await closing(SdkMcpServer.open('modern'));
  const rig = openRig();
  const connection = await rig.ready(at(server.url));
  await server.endStreams();
  server.addTool('meanwhile');
  await whenever(connection, () => connection.tools.some((tool) => tool.name === 'meanwhile'));
  server.addTool('later');
  await whenever(connection, () => connection.tools.some((tool) => tool.name === 'later'));
  expect(connection.restarts).toBe(0);
});

it('B4: an argument that the tool wants as a header travels as one', async () => {
  const server = await closing(SdkMcpServer.open('modern'));
  const rig = openRig();
  const connection = await rig.ready(at(server.url));
  await connection.callTool({ name: 'by-region', arguments: { region: 'north' } }, byTest);
  expect(server.requests.at(-1)?.headers.get('mcp-param-region')).toBe('north');
});

it('B5: a session that the server forgot is opened anew, and the call is made again', async () => {
  const server = await closing(SdkMcpServer.open('legacy'));
  const rig = openRig();
  const connection = await rig.ready(at(server.url));
  server.forgetSessions();
  expect(said(await connection.callTool({ name: 'echo', arguments: { again: true } }, byTest))).toEqual({
    again: true,
  });
  expect(connection.restarts).toBe(1);
  expect(texts(connection)).toContain('The server has forgotten the connection.');
});

it('B5: a server that goes away fails the call with a sentence, and is looked for until it is given up', async () => {
  const server = await closing(SdkMcpServer.open('modern'));
  const rig = openRig();
  const connection = await rig.ready(at(server.url));
  const { url } = server;
  await server.close();
  const sentence = `Nothing answers at ${url} (connection refused). Is the server running?`;
  expect(await failureOf(connection.callTool({ name: 'echo' }, byTest))).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining(sentence),
  });
  await connection.settled();
  expect(connection.state).toMatchObject({
    kind: 'error',
    error: { message: expect.stringContaining(sentence) },
  });
});

describe('a server that cannot be reached', () => {
  it('B5: that refuses connections says so without what may be secret in its address', async () => {
    const { origin, close } = await openLoopbackServer(() => new Response());
    await close();
    const rig = openRig();
    const connection = rig.open(at(`${origin}/mcp?token=secret`));
    await connection.settled();
    expect(connection.state).toMatchObject({
      error: {
        message: expect.stringMatching(
          /^Nothing answers at http:\/\/127\.0\.0\.1:\d+\/mcp \(connection refused\)\. Is the server running\?/,
        ),
      },
    });
    expect(JSON.stringify([connection.state, texts(connection)])).not.toContain('secret');
  });

  it.each([
    ['ftp://example.org/', 'begins with http:// or https://'],
    ['nonsense', 'begins with http:// or https://'],
  ])('B5: %s is no address', async (url, message) => {
    const rig = openRig();
    const connection = rig.open(at(url));
    await connection.settled();
    expect(connection.state).toMatchObject({ error: { message: expect.stringContaining(message) } });
    expect(connection.restarts).toBe(0);
  });

  it.each([
    [404, 'There is no MCP server at'],
    [403, 'refuses access (HTTP 403)'],
  ])('B5: HTTP %i is an error at once: asking again changes nothing', async (status, message) => {
    const server = await loopback(() => new Response('no', { status }));
    const rig = openRig();
    const connection = rig.open(at(`${server.origin}/mcp`));
    await connection.settled();
    expect(connection.state).toMatchObject({ error: { message: expect.stringContaining(message) } });
    expect(connection.restarts).toBe(0);
  });

  it('B5: HTTP 500 is tried again', async () => {
    const server = await loopback(() => new Response('oops', { status: 500 }));
    const rig = openRig();
    const connection = rig.open(at(`${server.origin}/mcp`));
    await connection.settled();
    expect(connection.state).toMatchObject({
      error: { message: expect.stringContaining('(HTTP 500)') },
    });
    expect(connection.restarts).toBe(3);
  });

  it('B13: a redirect to somebody else is not followed', async () => {
    let reached = 0;
    const elsewhere = await loopback(() => {
      reached += 1;
      return new Response();
    });
    const server = await loopback(() => Response.redirect(`${elsewhere.origin}/mcp`, 307));
    const rig = openRig();
    const connection = rig.open(at(`${server.origin}/mcp`));
    await connection.settled();
    expect(connection.state.kind).toBe('error');
    expect(reached).toBe(0);
  });

  it('L5: an answer that is too large is not read to its end', async () => {
    const server = await loopback(() => {
      const chunk = new TextEncoder().encode('"'.padEnd(65_536, 'x'));
      let left = 64;
      const body = new ReadableStream({
        pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    });
    const rig = openRig({
      limits: { messageBytes: 1024 * 1024, backOff: { firstMs: 1, mostMs: 1, ceiling: 1, provenMs: 1 } },
    });
    const connection = rig.open(at(`${server.origin}/mcp`));
    await connection.settled();
    expect(connection.state).toMatchObject({
      error: { message: expect.stringContaining('larger than 1 MiB') },
    });
  });
});

describe('a server of the older HTTP+SSE transport', () => {
  it('B4: is found by trying, and the log says how to save that', async () => {
    const server = await closing(openSseServer());
    const rig = openRig();
    const connection = await rig.ready(at(server.url));
    expect(connection.tools.map((tool) => tool.name)).toEqual(['echo']);
    expect(await connection.callTool({ name: 'echo' }, byTest)).toMatchObject({
      content: [{ text: 'heard' }],
    });
    expect(texts(connection).join()).toContain('"type": "sse"');
  });

  it('B5: is connected anew when its stream breaks, and what was under way fails at once', async () => {
    const server = await closing(openSseServer());
    const rig = openRig();
    const connection = await rig.ready({
      name: 'Old',
      transport: { kind: 'sse', url: server.url, headers: {} },
    });
    const call = failureOf(connection.callTool({ name: 'wait' }, byTest));
    await eventually(() => server.waiting > 0);
    server.cut();
    expect(await call).toMatchObject({
      kind: 'unavailable',
      message: 'The connection to the server was cut off.',
    });
    await connection.settled();
    expect(connection.state.kind).toBe('ready');
    expect(await connection.callTool({ name: 'echo' }, byTest)).toMatchObject({
      content: [{ text: 'heard' }],
    });
  });
});

describe('a server that asks for a sign-in', () => {
  const challenge: AuthChallenge = { reason: 'required', resource: { resource: 'https://example.org/mcp' } };

  it.each(['http', 'sse'] as const)(
    'B9: over %s it waits for the token, and connects when there is one',
    async (kind) => {
      const server =
        kind === 'http' ? await closing(SdkMcpServer.open('modern')) : await closing(openSseServer());
      const rig = openRig();
      rig.authority.fetch = () => Promise.reject(new AuthNeeded(challenge));
      const connection = rig.open({ name: 'Locked', transport: { kind, url: server.url, headers: {} } });
      await connection.settled();
      expect(connection.state).toEqual({ kind: 'authRequired', ...challenge });
      const failure = await failureOf(connection.callTool({ name: 'echo' }, byTest));
      expect(failure).toBeInstanceOf(AuthNeeded);
      rig.authority.fetch = fetch;
      rig.authority.change({ kind: 'accepted' });
      await connection.settled();
      expect(connection.state).toEqual({ kind: 'ready' });
      await rig.gateway.stop();
      expect(rig.authority.disposed).toBe(1);
    },
  );

  it('B11: in the middle of its work only that call fails, and the line stays for the rest', async () => {
    const server = await closing(SdkMcpServer.open('legacy'));
    const rig = openRig();
    const connection = await rig.ready(at(server.url));
    const abort = new AbortController();
    const other = failureOf(connection.callTool({ name: 'wait' }, { ...byTest, signal: abort.signal }));
    await connection.callTool({ name: 'echo' }, byTest);
    const scope: AuthChallenge = { ...challenge, reason: 'insufficientScope', requiredScopes: ['write'] };
    rig.authority.fetch = () => Promise.reject(new AuthNeeded(scope));
    const failure = await failureOf(connection.callTool({ name: 'echo' }, byTest));
    expect(failure).toMatchObject({ name: 'AuthNeeded', challenge: scope });
    expect(connection.state).toEqual({ kind: 'authRequired', ...scope });
    rig.authority.fetch = fetch;
    rig.authority.change({ kind: 'accepted' });
    expect(connection.state).toEqual({ kind: 'ready' });
    expect(said(await connection.callTool({ name: 'echo' }, byTest))).toEqual({});
    expect(connection.restarts).toBe(0);
    abort.abort();
    expect(await other).toMatchObject({ kind: 'cancelled' });
  });

  it.each(['revoked', 'expired'] as const)('B10: a token that is %s closes the line', async (kind) => {
    const server = await closing(SdkMcpServer.open('legacy'));
    const rig = openRig();
    const connection = await rig.ready(at(server.url));
    const call = failureOf(connection.callTool({ name: 'wait' }, byTest));
    await connection.callTool({ name: 'echo' }, byTest);
    rig.authority.change({ kind, challenge });
    expect(connection.state).toEqual({ kind: 'authRequired', ...challenge });
    expect(await call).toMatchObject({ kind: 'unavailable' });
  });
});
