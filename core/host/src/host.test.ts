import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Harness } from '@loggia/sessions';
import { createHarness } from '@loggia/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { loadConfig } from './config/host-config.ts';
import { currentEnvironment } from './config/host-environment.ts';
import { startHost, type RunningHost } from './host.ts';
import { createLogger } from './logger.ts';
import { parseExposition } from './telemetry/exposition.testkit.ts';

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

async function host(
  settings: object = {},
  tokenRotated: (token: string) => Promise<void> = async () => undefined,
): Promise<RunningHost & { data: string }> {
  const data = await mkdtemp(path.join(tmpdir(), 'loggia-host-'));
  cleanUps.push(() => rm(data, { recursive: true, force: true }));
  await writeFile(path.join(data, 'host.json'), JSON.stringify(settings));
  const config = await loadConfig({ port: 0, data, noOpen: true } as never, currentEnvironment());
  const started = await startHost({
    config,
    harnesses: [echoWithModel()],
    logger: createLogger('silent'),
    version: '0.0.0-test',
    shipped: {},
    tokenRotated,
    failed: (error) => {
      throw error;
    },
  });
  cleanUps.push(() => started.close());
  return { ...started, data };
}

async function post(running: RunningHost, at: string, body: Json, credential?: string): Promise<Response> {
  return fetch(`${running.http}${at}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
    },
    body: JSON.stringify(body),
  });
}

/** Sends a request that must succeed. */
async function posted(running: RunningHost, at: string, body: Json, credential?: string): Promise<Json> {
  const answer = await post(running, at, body, credential);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Json;
}

class Socket {
  readonly received: Json[] = [];
  /** The code it was closed with. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  #nextId = 1;

  static async open(
    url: string,
    headers: Record<string, string> = {},
    protocols: string[] = [],
  ): Promise<Socket> {
    const socket = new WebSocket(url, protocols, { headers });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    cleanUps.push(async () => socket.terminate());
    return new Socket(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    socket.on('message', (data: Buffer) => this.received.push(JSON.parse(data.toString()) as Json));
  }

  get protocol(): string {
    return this.#socket.protocol;
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
  test('A1, SE9: a token gets in by two headers, a ticket by the address, and nobody without either', async () => {
    const running = await host();
    const bearer = { authorization: `Bearer ${running.token}` };
    const { ticket } = await posted(running, '/ticket', { for: 'connection' }, running.token);
    const sockets = [
      await Socket.open(running.ahp, bearer),
      await Socket.open(running.ahp, {}, ['ahp', `bearer.${running.token}`]),
      await Socket.open(`${running.ahp}?ticket=${ticket}`),
    ];
    for (const socket of sockets) expect((await socket.request('ping'))['result']).toBeNull();
    expect(sockets.map(({ protocol }) => protocol)).toEqual(['', 'ahp', '']);
    await expect(Socket.open(running.ahp)).rejects.toThrow('401');
    await expect(Socket.open(`${running.ahp}?ticket=${ticket}`)).rejects.toThrow('403');
    for (const name of ['token', 'tkn']) {
      await expect(Socket.open(`${running.ahp}?${name}=${running.token}`)).rejects.toThrow('401');
      await expect(Socket.open(`${running.ahp}?${name}=${running.token}`, bearer)).rejects.toThrow('401');
    }
  });

  test('SE3: what anybody may send is read up to 1 kB, with and without a token', async () => {
    const running = await host();
    const long = JSON.stringify({ for: 'connection', ticket: 'x'.repeat(1_024) });
    const headers = { 'content-type': 'application/json' };
    const statusOf = async (at: string, bearer: string): Promise<number> => {
      const all = { ...headers, ...(bearer !== '' && { authorization: `Bearer ${bearer}` }) };
      return (await fetch(running.http + at, { method: 'POST', headers: all, body: long })).status;
    };
    expect([await statusOf('/ticket', running.token), await statusOf('/ticket', '')]).toEqual([413, 401]);
    expect([await statusOf('/sign-in', running.token), await statusOf('/sign-in', '')]).toEqual([413, 413]);
  });

  test('SE9: a configuration can let clients in that know no way but the address', async () => {
    const running = await host({ tokenInAddress: true });
    for (const name of ['token', 'tkn']) {
      const socket = await Socket.open(`${running.ahp}?${name}=${running.token}`);
      expect((await socket.request('ping'))['result']).toBeNull();
    }
    await expect(Socket.open(`${running.ahp}?token=wrong`)).rejects.toThrow('403');
  });

  test('SE9: rotating the token closes what the old one opened, and refuses it at once', async () => {
    const tokens: string[] = [];
    const running = await host({}, async (token) => void tokens.push(token));
    const entrance = /#ticket=([\w-]+)$/.exec(running.entrance())?.[1];
    const unused = /#ticket=([\w-]+)$/.exec(running.entrance())?.[1];
    const { key } = await posted(running, '/sign-in', { ticket: entrance });
    const { ticket } = await posted(running, '/ticket', { for: 'connection' }, key);
    const left = await posted(running, '/ticket', { for: 'connection' }, running.token);
    const ofToken = await Socket.open(running.ahp, { authorization: `Bearer ${running.token}` });
    const ofBrowser = await Socket.open(`${running.ahp}?ticket=${ticket}`);

    await ofToken.request('initialize', { protocolVersions: ['1.0.0'], clientId: 'c' });
    // The answer arrives before the connection is closed.
    expect((await ofToken.request('x-loggia/rotateToken'))['result']).toEqual({});
    for (const credential of [running.token, key]) {
      expect(await post(running, '/api/listBrowsers', {}, credential)).toMatchObject({ status: 403 });
      const bearer = { authorization: `Bearer ${credential}` };
      await expect(Socket.open(running.ahp, bearer)).rejects.toThrow('403');
    }
    await expect(Socket.open(`${running.ahp}?ticket=${left.ticket}`)).rejects.toThrow('403');
    expect(await post(running, '/sign-in', { ticket: unused })).toMatchObject({ status: 403 });
    expect(await ofToken.closed).toBe(4401);
    expect(await ofBrowser.closed).toBe(4401);

    const fresh = (await readFile(path.join(running.data, 'token'), 'utf8')).trim();
    expect(tokens).toEqual([fresh]);
    expect(await posted(running, '/api/listBrowsers', {}, fresh)).toEqual({ browsers: [] });
    await Socket.open(running.ahp, { authorization: `Bearer ${fresh}` });
  });

  test('SE9: a revoked browser is out at once, and the others stay', async () => {
    const running = await host();
    const browser = async () => {
      const ticket = /#ticket=([\w-]+)$/.exec(running.entrance())?.[1];
      const { key } = await posted(running, '/sign-in', { ticket });
      const connection = await posted(running, '/ticket', { for: 'connection' }, key);
      return { key, socket: await Socket.open(`${running.ahp}?ticket=${connection.ticket}`) };
    };
    const [one, other] = [await browser(), await browser()];
    const { browsers } = await posted(running, '/api/listBrowsers', {}, one.key);
    expect(browsers).toHaveLength(2);
    const [, id] = /^lgb_([^.]+)/.exec(one.key) ?? [];
    expect(await posted(running, '/api/revokeBrowser', { id }, other.key)).toEqual({ revoked: true });
    expect(await posted(running, '/api/revokeBrowser', { id }, other.key)).toEqual({ revoked: false });
    expect(await post(running, '/api/listBrowsers', {}, one.key)).toMatchObject({ status: 403 });
    expect(await one.socket.closed).toBe(4401);
    expect((await other.socket.request('ping'))['result']).toBeNull();
    expect(await posted(running, '/sign-out', {}, other.key)).toEqual({ revoked: true });
    expect(await other.socket.closed).toBe(4401);
  });

  test('A1: a page from elsewhere and a rebound name do not get in', async () => {
    const running = await host();
    const bearer = { authorization: `Bearer ${running.token}` };
    const elsewhere = { ...bearer, origin: 'https://evil.example' };
    await expect(Socket.open(running.ahp, elsewhere)).rejects.toThrow('403');
    await expect(Socket.open(running.ahp, { ...bearer, host: 'evil.example' })).rejects.toThrow('403');
    await expect(Socket.open(running.ahp.replace('/ahp', '/other'), bearer)).rejects.toThrow('404');
    await Socket.open(running.ahp, { ...bearer, origin: running.http });
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
      contentType: 'text/plain',
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
    // No server asked for this one, so it would never be used.
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

test('L8: the owner reads metrics of a running host, and nobody else does', async () => {
  const running = await host();
  await post(running, '/api/listSessions', {}, running.token);
  const refused = await fetch(`${running.http}/metrics`);
  expect([refused.status, (await refused.text()).includes('loggia_connections')]).toEqual([401, false]);
  const answer = await fetch(`${running.http}/metrics`, {
    headers: { authorization: `Bearer ${running.token}` },
  });
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const families = parseExposition(await answer.text());
  const valueOf = (name: string) => families.get(name)?.samples.get(name);
  expect(valueOf('loggia_store_writable')).toBe(1);
  expect(valueOf('loggia_connections')).toBe(0);
  expect(valueOf('loggia_turns_running')).toBe(0);
  expect(valueOf('loggia_events_parked')).toBe(0);
  expect(valueOf('loggia_actions_total')).toBeGreaterThan(0);
  expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(valueOf('process_start_time_seconds')).toBeLessThanOrEqual(Date.now() / 1_000);
  expect(families.get('loggia_servers')?.samples.size).toBe(5);
});

test('L8: a host that is stopping says that it is not ready and takes no new requests', async () => {
  const running = await host();
  const statusOf = async (at: string) => (await fetch(`${running.http}${at}`)).status;
  expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 200]);
  const asked = ['/readyz', '/healthz'].map((at) => statusOf(at).catch(() => 'closed'));
  const closing = running.close();
  // With nothing to end, the host may be gone before a new connection reaches it.
  for (const status of await Promise.all(asked)) expect([503, 'closed']).toContain(status);
  await closing;
  await expect(fetch(`${running.http}/readyz`)).rejects.toThrow('fetch failed');
});
