import fs from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ServerReport } from '@loggia/protocol';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { run } from './run.ts';
import type { World } from './world.ts';

type Params = Readonly<Record<string, unknown>>;
type Answer = (params: Params) => unknown;

/** Thrown by an answer: the host says no. */
export class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Sends requests of a sign-in on to the authorization server. */
export async function askDirectly({ url, post }: Params): Promise<object> {
  const { contentType, body, authorization } = (post ?? {}) as Readonly<Record<string, string>>;
  const sent = {
    method: 'POST',
    headers: { 'content-type': contentType ?? '', ...(authorization && { authorization }) },
    body: body ?? '',
  };
  const response = await fetch(String(url), post ? sent : {});
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'text/plain',
    body: text,
  };
}

/** A host with a real socket and a data directory, whose answers the test writes. */
export class HostDouble {
  readonly answers: Record<string, Answer> = {};
  readonly asked: { readonly method: string; readonly params: Params }[] = [];
  readonly data = temporaryDirectory();
  health: { readonly status: number; readonly body: unknown } = {
    status: 200,
    body: { status: 'ok', version: '9.9.9' },
  };
  http = '';
  readonly token = 'the-token-of-the-host';
  /** Hears what needs no answer. */
  notified: (method: string, params: Params) => void = () => undefined;
  /** Serves everything but the health of the host. */
  serve: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.writeHead(404).end();
  readonly #sockets = new WebSocketServer({ noServer: true });

  static async start(answers: Record<string, Answer> = {}): Promise<HostDouble> {
    const host = new HostDouble();
    Object.assign(host.answers, answers);
    const server = createServer((request, response) => {
      if (request.url !== '/healthz') return host.serve(request, response);
      return response.writeHead(host.health.status).end(JSON.stringify(host.health.body));
    });
    const sockets = host.#sockets;
    server.on('upgrade', (request, socket, head) => {
      if (request.headers.authorization !== `Bearer ${host.token}`) {
        socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
        return;
      }
      sockets.handleUpgrade(request, socket, head, (ws) => {
        ws.on('message', (data) => {
          const message = JSON.parse(String(data as Buffer)) as {
            id?: number;
            method: string;
            params: Params;
          };
          if (message.id === undefined) host.notified(message.method, message.params);
          else void host.#answer(message as never).then((text) => ws.send(text));
        });
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      host.dropEverybody();
      server.closeAllConnections();
      server.close();
    });
    host.http = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    host.publish();
    return host;
  }

  get ahp(): string {
    return `${this.http.replace('http', 'ws')}/ahp`;
  }

  tellEverybody(method: string, params: Params): void {
    const text = JSON.stringify({ jsonrpc: '2.0', method, params });
    for (const client of this.#sockets.clients) client.send(text);
  }

  dropEverybody(): void {
    for (const client of this.#sockets.clients) client.terminate();
  }

  publish(changes: Params = {}): void {
    const { http, ahp, token } = this;
    const endpoint = { pid: process.pid, version: '9.9.9', http, ahp, token, sandbox: http, ...changes };
    fs.writeFileSync(path.join(this.data, 'endpoint.json'), JSON.stringify(endpoint), { mode: 0o600 });
  }

  /** The commands that were asked for, without the handshake of every client. */
  get commands(): readonly (readonly [string, Params])[] {
    return this.asked
      .filter(({ method }) => method !== 'initialize' && method !== 'ping')
      .map(({ method, params: { channel: _channel, ...params } }) => [method, params]);
  }

  async #answer({ id, method, params }: { id: number; method: string; params: Params }): Promise<string> {
    this.asked.push({ method, params });
    if (method === 'initialize') {
      const result = { protocolVersion: '1.0.0', serverSeq: 0, snapshots: [] };
      return JSON.stringify({ jsonrpc: '2.0', id, result });
    }
    try {
      const answer = this.answers[method];
      if (answer === undefined) throw new Refusal(-32601, `There is no ${method}.`);
      return JSON.stringify({ jsonrpc: '2.0', id, result: await answer(params) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, data } = error;
      return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
    }
  }
}

export interface Ran {
  readonly exitCode: number | 'host';
  readonly out: string;
  readonly complaints: string;
}

/** Runs a command as the process would, in a world that the test decides on. */
export async function loggia(
  argv: readonly string[],
  { data, ...changes }: Partial<World> & { readonly data?: string } = {},
): Promise<Ran> {
  const out: string[] = [];
  const complaints: string[] = [];
  const home = temporaryDirectory();
  const world: World = {
    env: data === undefined ? {} : { LOGGIA_DATA: data },
    platform: 'linux',
    home,
    workingDirectory: home,
    nodeVersion: '20.20.0',
    out: { write: (text) => void out.push(text), isTerminal: false, columns: undefined },
    complaints: { write: (text) => void complaints.push(text), isTerminal: false, columns: undefined },
    interrupted: new AbortController().signal,
    onInterrupt: () => () => undefined,
    ask: undefined,
    askSecret: undefined,
    terminal: undefined,
    readInput: async () => '',
    readBytes: () => Readable.from([]),
    writeBytes: async (bytes) => {
      out.push(Buffer.from(bytes).toString());
      return true;
    },
    now: () => Date.parse('2026-01-02T12:00:00Z'),
    launch: async () => false,
    ...changes,
  };
  const exitCode = await run(argv, world);
  return { exitCode, out: out.join(''), complaints: complaints.join('') };
}

export function temporaryDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia cli '));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function report(changes: Partial<ServerReport> = {}): ServerReport {
  return {
    id: 'id-files',
    name: 'files',
    source: { kind: 'added' },
    transport: { kind: 'stdio', command: '/usr/bin/npx', args: ['-y', 'server-files'] },
    enabled: true,
    trusted: true,
    state: { kind: 'ready' },
    tools: 3,
    ...changes,
  };
}
