import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { SocketLink } from './socket-link.ts';
import { TextFrames } from './text-frame.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function connected() {
  const server = http.createServer().listen(0, '127.0.0.1');
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const linked = new Promise<{ link: SocketLink; socket: WebSocket; writes: () => number }>((resolve) => {
    server.on('upgrade', (request, stream, head) => {
      webSockets.handleUpgrade(request, stream, head, (socket) => {
        const writes = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as '_write')];
        resolve({
          link: new SocketLink(socket, stream, new TextFrames()),
          socket,
          writes: () => writes.reduce((sum, { mock }) => sum + mock.calls.length, 0),
        });
      });
    });
  });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  closers.push(
    () => client.terminate(),
    () => server.close(),
  );
  const received: string[] = [];
  client.on('message', (data: Buffer, isBinary) => received.push(isBinary ? 'binary' : data.toString()));
  const closed = once(client, 'close');
  return { ...(await linked), client, received, closed };
}

test('messages of every length arrive as text, whole and in order', async () => {
  const { link, received, closed } = await connected();
  const messages = [0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000].map((length) => 'x'.repeat(length));
  messages.push('ünï – 文字 🙂');
  for (const message of messages) link.send(message);
  for (const message of messages) link.send(Buffer.from(message));
  link.close(1000, 'done');
  await closed;
  expect(received).toEqual([...messages, ...messages]);
});

test('what is sent in one turn is one write, and stands behind what went before', async () => {
  const { link, socket, received, closed, writes } = await connected();
  const shared = Buffer.from('shared');
  link.send('first');
  link.send(shared);
  link.send(shared);
  socket.send('by ws');
  link.send('last');
  await new Promise(setImmediate);
  expect(writes()).toBe(1);
  link.close(4001, 'enough');
  expect((await closed)[0]).toBe(4001);
  expect(received).toEqual(['first', 'shared', 'shared', 'by ws', 'last']);
});

test('what waits is counted, and sending on a closed link does nothing', async () => {
  const { link, client, received, closed } = await connected();
  link.send('hello');
  expect(link.backlog).toBe(7);
  await once(client, 'message');
  expect(link.backlog).toBe(0);
  link.close(1000, 'done');
  link.send('too late');
  await closed;
  link.send('far too late');
  expect(received).toEqual(['hello']);
});
