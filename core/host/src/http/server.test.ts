import http from 'node:http';
import net from 'node:net';
import { arrayBuffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type HttpServer, openServer, type RequestHandler, type ServerOptions } from './server.ts';

async function open(changes: Partial<ServerOptions> = {}): Promise<HttpServer> {
  const logger = { error: () => undefined };
  const server = await openServer({ host: '127.0.0.1', port: 0, logger, drainMs: 100, ...changes });
  onTestFinished(() => server.close());
  return server;
}

/** Sends bytes and returns everything that comes back until the other side is done. */
async function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => (answer += data));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const upgrade = (kind: string) =>
  `GET /ahp HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${kind}\r\n\r\n`;

test('L1: port 0 picks a free port, and the server says where it is', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  expect(one.port).not.toBe(other.port);
  expect(one.origin).toBe(`http://127.0.0.1:${one.port}`);
  one.onRequest(() => new Response('here'));
  expect(await (await fetch(one.origin)).text()).toBe('here');
});

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['localhost', 'localhost'],
])('L1: bound to %s it is reached at %s', async (host, shown) => {
  const server = await open({ host });
  expect(server.origin).toBe(`http://${shown}:${server.port}`);
});

test('L1: a handler sees the request as it was sent', async () => {
  const server = await open();
  server.onRequest((_, { incoming }) => Response.json({ target: incoming.url }));
  expect(await (await fetch(`${server.origin}/a/../b?c=%20`)).json()).toEqual({ target: '/b?c=%20' });
});

test('L5: a request that comes before there is a handler is answered by it', async () => {
  const server = await open();
  const early = fetch(server.origin);
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.onRequest(() => new Response('here'));
  expect(await (await early).text()).toBe('here');
});

test('L5: where none comes, the client is told to come back', async () => {
  const server = await open({ startMs: 20 });
  const answer = await fetch(server.origin);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '1',
    { error: 'The host is starting. Try again in a moment.' },
  ]);
  expect(await raw(server.port, upgrade('websocket'))).toMatch(/^HTTP\/1\.1 503 .*The host is starting/s);
});

describe('L5: an address that cannot be had is explained', () => {
  test('one in use', async () => {
    const { port } = await open();
    await expect(open({ port })).rejects.toMatchObject({
      exitCode: 1,
      message: `Port ${port} of 127.0.0.1 is taken by another program; stop that one, or choose another port with --port (0 picks a free one).`,
    });
  });

  test('one of another machine', async () => {
    await expect(open({ host: '203.0.113.1' })).rejects.toMatchObject({
      exitCode: 1,
      message:
        '203.0.113.1 is not an address of this machine; choose another with --host, such as 127.0.0.1.',
    });
  });

  test('a name that nobody knows', async () => {
    await expect(open({ host: 'no-such-host.invalid' })).rejects.toMatchObject({
      exitCode: 1,
      message: 'No address is known for no-such-host.invalid; choose another with --host, such as 127.0.0.1.',
    });
  });
});

describe('L5: what is not HTTP, or too much of it, gets a sentence', () => {
  test.each([
    ['noise', 'noise\r\n\r\n', 400, 'This is not a valid HTTP request. Correct it.'],
    [
      'an unknown method',
      'FROB / HTTP/1.1\r\nHost: x\r\n\r\n',
      400,
      'This is not a valid HTTP request. Correct it.',
    ],
    [
      'long headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'The headers are too long. Send fewer or shorter ones.',
    ],
    ['another upgrade', upgrade('h2c'), 400, 'Only WebSocket is spoken here. Leave out the Upgrade header.'],
    [
      'a host that is none',
      'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
      400,
      'The request cannot be understood. Correct it.',
    ],
  ])('%s', async (_, bytes, status, sentence) => {
    const server = await open();
    const answer = await raw(server.port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(JSON.stringify({ error: sentence }));
  });

  test('a request without a host', async () => {
    const server = await open();
    expect(await raw(server.port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('SE3: a request whose headers never end is told so and cut off', async () => {
  const server = await open({ headersMs: 20 });
  const answer = await raw(server.port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('The request took too long to arrive. Send it again.');
});

describe('SE3: bodies', () => {
  test.each(['arrayBuffer', 'blob', 'body', 'bytes', 'formData', 'json', 'text'])(
    'no handler can read one with "%s", which knows no limit',
    async (reader) => {
      const server = await open();
      server.onRequest((request) => {
        expect(() => request[reader as 'text']).toThrow('Bodies are read with a limit');
        return new Response('refused');
      });
      const answer = await fetch(server.origin, { method: 'POST', body: 'x' });
      expect(await answer.text()).toBe('refused');
    },
  );

  test.each(['GET', 'HEAD', 'POST', 'DELETE'])(
    'one that never ends keeps no connection once its %s has been answered',
    async (method) => {
      const server = await open();
      server.onRequest(() => new Response('answered'));
      const socket = net.connect(server.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      let answer = '';
      socket.setEncoding('utf8').on('data', (data: string) => (answer += data));
      socket.on('error', () => undefined);
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(`${method} / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
      const piece = `400\r\n${'x'.repeat(1024)}\r\n`;
      const pour = setInterval(() => socket.write(piece), 5);
      onTestFinished(() => clearInterval(pour));
      await closed;
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );
});

test('SE3: connections on which nothing is asked make room for those on which something is', async () => {
  const server = await open({ maxSilent: 20 });
  server.onRequest(() => new Response('here'));
  const silent = Array.from({ length: 60 }, () => net.connect(server.port, '127.0.0.1'));
  onTestFinished(() => silent.forEach((socket) => socket.destroy()));
  let stillOpen = silent.length;
  for (const socket of silent) {
    socket.on('error', () => undefined);
    socket.on('close', () => (stillOpen -= 1));
    // Half a request doesn't count.
    socket.write('GET / HTTP/1.1\r\nHost: ');
  }
  await expect.poll(() => stillOpen).toBeLessThanOrEqual(20);
  expect(await (await fetch(server.origin)).text()).toBe('here');
  expect(stillOpen).toBeGreaterThan(0);
});

describe('L5: time is measured by what comes and goes', () => {
  /** Sends the start of a body, and more of it on each call. */
  function dripping(port: number, length: number) {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => (answer += data));
    socket.on('error', () => undefined);
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(answer)));
    return { socket, closed };
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const takeAll: RequestHandler = async (_, { incoming }) =>
    new Response(String((await arrayBuffer(incoming)).byteLength));

  test('an upload may take longer than that, as long as something comes', async () => {
    const server = await open({ idleMs: 1000 });
    server.onRequest(takeAll);
    const { socket, closed } = dripping(server.port, 8);
    for (let sent = 0; sent < 8; sent++) {
      await pause(150);
      socket.write('x');
    }
    expect(await closed).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n8$/s);
  });

  test('an upload of which nothing comes any more is ended with a sentence, and its reader hears of it', async () => {
    const server = await open({ idleMs: 50 });
    let heard: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (heard = resolve));
    server.onRequest(async (_, { incoming }) => {
      try {
        for await (const _chunk of incoming);
      } catch {
        heard();
      }
      return new Response('gone');
    });
    const { socket, closed } = dripping(server.port, 8);
    socket.write('x');
    expect(await closed).toMatch(/^HTTP\/1\.1 408 .*Nothing was received for too long\. Send it again\./s);
    await ended;
  });

  test('an answer may take as long as it takes', async () => {
    const server = await open({ idleMs: 40 });
    server.onRequest(async () => {
      await pause(250);
      return new Response('at last');
    });
    expect(await (await fetch(server.origin)).text()).toBe('at last');
  });

  test('a client that takes nothing of its answer is let go of', async () => {
    const server = await open({ idleMs: 100 });
    let cancelled: () => void = () => undefined;
    const letGo = new Promise<void>((resolve) => (cancelled = resolve));
    const endless = () =>
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
        cancel: () => cancelled(),
      });
    server.onRequest(() => new Response(endless()));
    const socket = net.connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.pause();
    await expect(letGo).resolves.toBeUndefined();
    socket.destroy();
  });
});

describe('L1: upgrades', () => {
  test('go to the handler, which owns the socket', async () => {
    const server = await open();
    server.onUpgrade((request, socket) => socket.end(`HTTP/1.1 418 ${request.url}\r\n\r\n`));
    expect(await raw(server.port, upgrade('WebSocket'))).toBe('HTTP/1.1 418 /ahp\r\n\r\n');
  });

  test('L5: a handler that throws costs only its own connection', async () => {
    const logged: unknown[] = [];
    const failure = new Error('oh');
    const server = await open({ logger: { error: (...entry: unknown[]) => void logged.push(entry) } });
    server.onUpgrade(() => {
      throw failure;
    });
    server.onRequest(() => new Response('still here'));
    expect(await raw(server.port, upgrade('websocket'))).toBe('');
    expect(logged).toEqual([[{ err: failure }, 'An upgrade failed.']]);
    expect(await (await fetch(server.origin)).text()).toBe('still here');
  });
});

describe('L1: closing', () => {
  test('lets an answer finish that is under way, and takes nothing new', async () => {
    const server = await open({ drainMs: 10_000 });
    let finish: (response: Response) => void = () => undefined;
    let arrived: () => void = () => undefined;
    const underWay = new Promise<void>((resolve) => (arrived = resolve));
    server.onRequest(() => {
      arrived();
      return new Promise<Response>((resolve) => (finish = resolve));
    });
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const answer = new Promise<number | undefined>((resolve, reject) => {
      http
        .get(server.origin, { agent }, (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode));
        })
        .once('error', reject);
    });
    await underWay;
    const startedAt = performance.now();
    const closed = server.close();
    await expect(fetch(server.origin)).rejects.toThrow('fetch failed');
    finish(new Response('done', { status: 202 }));
    expect(await answer).toBe(202);
    await closed;
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('does not wait for connections that are merely kept alive', async () => {
    const server = await open({ drainMs: 10_000 });
    server.onRequest(() => new Response('here'));
    await (await fetch(server.origin)).text();
    const startedAt = performance.now();
    await server.close();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('does not wait for connections on which nothing was asked', async () => {
    const server = await open({ drainMs: 10_000 });
    const silent = [raw(server.port, ''), raw(server.port, 'GET / HTTP/1.1\r\nHos')];
    await new Promise((resolve) => setTimeout(resolve, 30));
    const startedAt = performance.now();
    await server.close();
    expect(await Promise.all(silent)).toEqual(['', '']);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('cuts off what does not finish in time: answers and sockets', async () => {
    const server = await open({ drainMs: 50 });
    const asked = new Promise<void>((resolve) => {
      server.onRequest(() => {
        resolve();
        return new Promise<Response>(() => undefined);
      });
    });
    const upgraded = new Promise<void>((resolve) => server.onUpgrade(() => resolve()));
    const hanging = [
      raw(server.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      raw(server.port, upgrade('websocket')),
    ];
    await Promise.all([asked, upgraded]);
    await server.close();
    expect(await Promise.all(hanging)).toEqual(['', '']);
    await server.close();
  });
});
