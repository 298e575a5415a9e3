/**
 * An MCP server that behaves until its tool `flood` is called, and from then on sends as much as it can. A program: run
 * it with Node. Without arguments it uses stdio; with `http` or `sse` it listens on a free loopback port, and writes
 * the server's address to its standard output.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import type { Writable } from 'node:stream';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: { readonly what?: string; readonly on?: string };
    readonly protocolVersion?: string;
    readonly _meta?: { readonly progressToken?: number | string };
  };
}

const batch = 200;
let sent = 0;

/** Each creates the next message of a flood. `lines` aren't messages. */
const floods: Readonly<Record<string, (call: Message) => object | string>> = {
  lines: () => `debug: step ${++sent} of something that nobody wants to know about`,
  logs: () => ({ method: 'notifications/message', params: { level: 'debug', data: `step ${++sent}` } }),
  changes: () => ({ method: 'notifications/tools/list_changed' }),
  requests: () => ({ id: `q${++sent}`, method: sent % 2 === 0 ? 'roots/list' : 'ping' }),
  answers: () => ({ id: ++sent + 5_000_000, result: { content: [] } }),
  progress: () => ({
    method: 'notifications/progress',
    params: { progressToken: `nobody-${++sent}`, progress: sent },
  }),
  live: ({ params }) => ({
    method: 'notifications/progress',
    params: { progressToken: params?._meta?.progressToken, progress: ++sent },
  }),
};

const textOf = (message: object | string) =>
  typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message });

/** Until the stream is closed. Waits for a full stream. */
async function flood(stream: Writable, frame: (text: string) => string, call: Message): Promise<void> {
  const next = floods[call.params?.arguments?.what ?? 'lines'];
  if (next === undefined) throw new Error('There is no such flood.');
  stream.on('error', () => process.exit(0));
  while (!stream.destroyed) {
    const texts = Array.from({ length: batch }, () => frame(textOf(next(call))));
    if (!stream.write(texts.join(''))) await new Promise((resolve) => void stream.once('drain', resolve));
    await turn();
  }
}

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

function answer({ method, params }: Message): object {
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: { listChanged: true }, logging: {} },
      serverInfo: { name: 'flooding', version: '1.0.0' },
    };
  if (method === 'tools/list') return { tools: [tool('echo'), tool('flood')] };
  return { content: [{ type: 'text', text: JSON.stringify(params?.arguments ?? {}) }] };
}

const isFlood = ({ method, params }: Message) => method === 'tools/call' && params?.name === 'flood';
const answerTo = (message: Message) => textOf({ id: message.id, result: answer(message) });

function overStdio(): void {
  const frame = (text: string) => `${text}\n`;
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (message.id === undefined || message.method === undefined) return;
    const isEndless = message.params?.arguments?.on === 'call';
    if (!isEndless) process.stdout.write(frame(answerTo(message)));
    if (isFlood(message)) void flood(process.stdout, frame, message);
  });
  // Like many servers, it is too busy to notice that nobody needs it any more.
}

const event = (text: string) => `data: ${text}\n\n`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

function openStream(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  return response;
}

async function overHttp(kind: 'http' | 'sse'): Promise<void> {
  /** The stream for unsolicited messages. */
  let stream: ServerResponse | undefined;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') {
      stream = openStream(response);
      if (kind === 'sse') stream.write(`event: endpoint\n${event('/messages')}`);
      return;
    }
    if (request.method !== 'POST') return void response.writeHead(200).end();
    const message = JSON.parse(await bodyOf(request)) as Message;
    const isRequest = message.id !== undefined && message.method !== undefined;
    if (isFlood(message) && message.params?.arguments?.on === 'call') {
      if (kind === 'sse') response.writeHead(202).end();
      return flood(kind === 'sse' ? stream! : openStream(response), event, message);
    }
    if (kind === 'sse' || !isRequest) response.writeHead(202).end();
    if (isRequest && kind === 'sse') stream?.write(event(answerTo(message)));
    else if (isRequest)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(message));
    if (isFlood(message) && stream) await flood(stream, event, message);
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}/${kind}\n`);
}

const [kind] = process.argv.slice(2);
if (kind === 'http' || kind === 'sse') await overHttp(kind);
else overStdio();
