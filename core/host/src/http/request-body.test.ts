import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Hono } from 'hono';
import { failed } from './api/answer.ts';
import type { Environment } from './environment.ts';
import { boundedBytes, jsonBody, type BodyLimits } from './request-body.ts';
import { openServer } from './server.ts';

const limits: BodyLimits = { maxBytes: 600_000, maxDepth: 5, withinMs: 60_000 };

async function rig(changes: Partial<BodyLimits> = {}) {
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    logger: { error: () => undefined },
    drainMs: 100,
  });
  onTestFinished(() => server.close());
  const app = new Hono<Environment>();
  app.post('/json', async (context) => Response.json(await jsonBody(context, { ...limits, ...changes })));
  app.put('/bytes', async (context) => {
    let size = 0;
    for await (const piece of boundedBytes(context, changes.maxBytes ?? 1_000)) size += piece.byteLength;
    return Response.json({ size });
  });
  app.onError((error) => failed(error, () => undefined));
  server.onRequest((request, env) => app.fetch(request, env));
  return server;
}

/** Sends chunks until there is an answer; returns the answer and the number of bytes sent. */
async function pouring(port: number, head: string, chunk: Buffer): Promise<{ answer: string; sent: number }> {
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  let sent = 0;
  return new Promise((resolve) => {
    const isOpen = (): boolean => answer === '' && !socket.destroyed;
    const pour = (): void => {
      while (isOpen()) {
        sent += chunk.length;
        if (!socket.write(chunk)) return;
      }
    };
    socket.setEncoding('utf8').on('data', (data: string) => (answer += data));
    socket.on('drain', pour);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ answer, sent }));
    socket.on('connect', () => {
      socket.write(
        `${head}\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n`,
      );
      pour();
    });
  });
}

const chunkOf = (size: number): Buffer => Buffer.from(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`);

test.each(['POST /json HTTP/1.1', 'PUT /bytes HTTP/1.1'])(
  'SE3: "%s" without an end gets 413',
  async (head) => {
    const server = await rig({ maxBytes: 10_000 });
    const { answer } = await pouring(server.port, head, chunkOf(4096));
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*This is more than 10000 bytes/s);
  },
);

test('SE3: a body of single bytes takes no more memory than one in a piece', async () => {
  const server = await rig();
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed - before)), 20);
  onTestFinished(() => clearInterval(watch));
  const thousand = Buffer.concat(Array.from({ length: 1000 }, () => chunkOf(1)));
  const { answer } = await pouring(server.port, 'POST /json HTTP/1.1', thousand);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  // Stored one by one, 600,000 pieces are more than 250 MB.
  expect(most).toBeLessThan(120_000_000);
});

test('SE3: a body that drips is given up on', async () => {
  const server = await rig({ withinMs: 300 });
  const socket = net.connect(server.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (data: string) => (answer += data));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    'POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
  );
  const drip = setInterval(() => socket.write(' '), 20);
  onTestFinished(() => clearInterval(drip));
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 408 .*took too long/s);
});
