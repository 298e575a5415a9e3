/**
 * An MCP server on the official library with one tool, `brief`, which takes a millisecond. A program: over stdio, or with
 * `http` on a port that it prints.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const workMs = 1;

function serverOf(): Server {
  const server = new Server({ name: 'brief', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'brief', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
  }));
  server.setRequestHandler('tools/call', async () => {
    await sleep(workMs);
    return { content: [{ type: 'text', text: 'done' }] };
  });
  return server;
}

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(serverOf);
  const listener = getRequestListener((request) => handler.fetch(request), { overrideGlobalObjects: false });
  const http = createServer((request, response) => void listener(request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  process.stdout.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}\n`);
} else {
  serveStdio(serverOf);
}
