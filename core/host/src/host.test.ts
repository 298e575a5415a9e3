import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Harness } from '@loggia/sessions';
import { createHarness } from '@loggia/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { loadConfig } from './config/host-config.ts';
import { currentSurroundings } from './config/surroundings.ts';
import { startHost, type RunningHost } from './host.ts';
import { createLogger } from './logger.ts';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- frames as a stranger reads them

const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** An agent that needs a token of its own. */
function echoWithModel(): Harness {
  const { describe: about, run } = createHarness();
  const protectedResources = [{ resource: 'https://models.example', required: false }];
  return { describe: { ...about, protectedResources }, run };
}

async function host(): Promise<RunningHost & { data: string }> {
  const data = await mkdtemp(path.join(tmpdir(), 'loggia-host-'));
  cleanUps.push(() => rm(data, { recursive: true, force: true }));
  const config = await loadConfig({ port: 0, data, noOpen: true } as never, currentSurroundings());
  const started = await startHost({
    config,
    harnesses: [echoWithModel()],
    logger: createLogger('silent'),
    version: '0.0.0-test',
    shipped: {},
    failed: (error) => {
      throw error;
    },
  });
  cleanUps.push(() => started.close());
  return { ...started, data };
}

class Socket {
  readonly received: Json[] = [];
  readonly #socket: WebSocket;
  #nextId = 1;

  static async open(url: string, headers: Record<string, string> = {}): Promise<Socket> {
    const socket = new WebSocket(url, { headers });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    cleanUps.push(async () => socket.terminate());
    return new Socket(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.received.push(JSON.parse(data.toString()) as Json));
  }

  async request(method: string, params: Json = {}): Promise<Json> {
    const id = this.#nextId++;
    this.#socket.send(
      JSON.stringify({ jsonrpc: '2.0', id, method, params: { channel: 'ahp-root://', ...params } }),
    );
    return this.until((message) => message['id'] === id);
  }

  notify(method: string, params: Json): void {
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  async until(wanted: (message: Json) => boolean): Promise<Json> {
    const deadline = Date.now() + 5_000;
    while (Date.now() < deadline) {
      const found = this.received.find(wanted);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    throw new Error(`Nothing of the kind came: ${JSON.stringify(this.received)}`);
  }
}

async function client(running: RunningHost): Promise<{ socket: Socket; directory: string }> {
  const socket = await Socket.open(running.ahp, { authorization: `Bearer ${running.token}` });
  const { result } = await socket.request('initialize', { protocolVersions: ['1.0.0'], clientId: 'c' });
  return { socket, directory: result.defaultDirectory as string };
}

describe('a host on the network', () => {
  test('A1: three ways to bring the token, and none without it', async () => {
    const running = await host();
    for (const url of [`${running.ahp}?token=${running.token}`, `${running.ahp}?tkn=${running.token}`]) {
      const socket = await Socket.open(url);
      expect((await socket.request('ping'))['result']).toBeNull();
    }
    await expect(Socket.open(running.ahp)).rejects.toThrow('401');
    await expect(Socket.open(`${running.ahp}?token=wrong`)).rejects.toThrow('403');
  });

  test('A1: a page from elsewhere and a rebound name do not get in', async () => {
    const running = await host();
    const url = `${running.ahp}?token=${running.token}`;
    await expect(Socket.open(url, { origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(Socket.open(url, { host: 'evil.example' })).rejects.toThrow('403');
    await expect(Socket.open(url.replace('/ahp', '/other'))).rejects.toThrow('404');
    await Socket.open(url, { origin: running.http });
  });

  test('I3: files are read, written and refused through the command table', async () => {
    const running = await host();
    const { socket, directory } = await client(running);
    const uri = `${directory}/notes.txt`;
    const written = await socket.request('resourceWrite', { uri, data: 'hello', encoding: 'utf-8' });
    expect(written['result']).toEqual({});
    expect(await readFile(fileURLToPath(uri), 'utf8')).toBe('hello');
    expect((await socket.request('resourceRead', { uri }))['result']).toMatchObject({
      data: 'hello',
      encoding: 'utf-8',
    });
    expect((await socket.request('resourceRead', { uri: 'file:///etc/passwd' }))['error'].code).toBe(-32009);
    expect((await socket.request('resourceRead', { uri: `${directory}/../token` }))['error'].code).toBe(
      -32009,
    );
    expect((await socket.request('resourceRead', { uri: `${directory}/none` }))['error'].code).toBe(-32008);
  });

  test('A2: a watched folder tells of changes until nobody watches it', async () => {
    const running = await host();
    const { socket, directory } = await client(running);
    const { result } = await socket.request('createResourceWatch', { uri: directory, recursive: true });
    const channel = result.channel as string;
    expect((await socket.request('subscribe', { channel }))['result'].snapshot.state).toMatchObject({
      root: directory,
      recursive: true,
    });
    await writeFile(fileURLToPath(`${directory}/new.txt`), 'x');
    const { params } = await socket.until(
      ({ params: given }) => given?.action?.type === 'resourceWatch/changed',
    );
    expect(params.action.changes.items).toContainEqual({ uri: `${directory}/new.txt`, type: 'added' });
    socket.notify('unsubscribe', { channel });
    await expect
      .poll(async () => (await socket.request('subscribe', { channel }))['error']?.code as number | undefined)
      .toBe(-32008);
  });

  test('B13: a token given with authenticate is stored, sealed, and shows nowhere', async () => {
    const running = await host();
    const { socket } = await client(running);
    const token = 'a-token-that-nobody-may-read';
    const resource = 'https://models.example';
    const answer = await socket.request('authenticate', { resource, token, expiresIn: 60 });
    expect(answer['result']).toEqual({});
    const wrong = await socket.request('authenticate', { resource, token, expiresIn: -1 });
    expect(wrong['error'].code).toBe(-32602);
    // Nobody asked for this one, so nobody would ever use it.
    const unasked = await socket.request('authenticate', { resource: 'https://mcp.example', token });
    expect(unasked['error'].code).toBe(-32008);
    await running.close();
    for (const file of ['loggia.db', 'loggia.db-wal']) {
      const bytes = await readFile(path.join(running.data, file)).catch(() => Buffer.alloc(0));
      expect(bytes.includes(token)).toBe(false);
    }
    expect((await stat(path.join(running.data, 'key'))).mode & 0o077).toBe(0);
  });
});
