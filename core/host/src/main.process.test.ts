import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Endpoint } from './cli/endpoint-file.ts';

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url));

function temporary(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia process '));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  return directory;
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real command, as a separate process with its own environment. */
function loggia(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (stdout.includes('\n')) resolve();
    });
    child.once('close', () => reject(new Error(`It ended before it was ready: ${stderr}`)));
  });
  ready.catch(() => undefined);
  return { child, ready, ended };
}

function serveIn(data: string, ...args: readonly string[]) {
  return loggia(['--port', '0', '--data', data, '--no-open', ...args]);
}

const endpointIn = (data: string) => path.join(data, 'endpoint.json');
const readEndpoint = (data: string) => JSON.parse(fs.readFileSync(endpointIn(data), 'utf8')) as Endpoint;

async function health(address: string): Promise<unknown> {
  return (await fetch(`${address}/healthz`)).json();
}

/** A WebSocket whose other end doesn't even answer the close frame. */
async function neverAnswering({ http: address, token }: Endpoint): Promise<void> {
  const { port, host } = new URL(address);
  const socket = net.connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  const lines = [
    'GET /ahp HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ];
  socket.write(lines.join('\r\n'));
  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  expect(String(answer)).toMatch(/^HTTP\/1\.1 101 /);
}

const healthy = { status: 'ok', version: '0.1.0', uptimeSeconds: expect.any(Number) as number };

test('L1, SE9: it starts, says where it is but no secret, answers, and stops when told to', async () => {
  const data = path.join(temporary(), 'made for it');
  const { child, ready, ended } = serveIn(data);
  await ready;
  const endpoint = readEndpoint(data);
  const port = Number(new URL(endpoint.http).port);
  expect(endpoint).toEqual({
    pid: child.pid,
    version: '0.1.0',
    http: `http://127.0.0.1:${port}`,
    ahp: `ws://127.0.0.1:${port}/ahp`,
    token: expect.stringMatching(/^[\w-]{43}$/) as string,
    sandbox: `http://*.localhost:${port}`,
  });
  expect(fs.statSync(endpointIn(data)).mode & 0o777).toBe(0o600);
  expect(fs.statSync(data).mode & 0o777).toBe(0o700);
  expect(await health(endpoint.http)).toEqual(healthy);
  expect(await (await fetch(endpoint.http)).text()).not.toContain(endpoint.token);

  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(0);
  // Output that isn't a terminal may be a file or a journal: it gets no secrets.
  expect(stdout).toBe(
    `Loggia 0.1.0 is ready: ${endpoint.http}\nSign in with "loggia open"; the token is in ${path.join(data, 'token')}.\n`,
  );
  expect(stderr).not.toContain(endpoint.token);
  expect(fs.existsSync(endpointIn(data))).toBe(false);
});

test('L1: without --data it works where the platform keeps data', async () => {
  const home = temporary();
  const { child, ready, ended } = loggia(['--no-open'], {
    HOME: home,
    XDG_DATA_HOME: home,
    LOGGIA_PORT: '0',
  });
  await ready;
  const usual = process.platform === 'darwin' ? 'Library/Application Support/Loggia' : 'loggia';
  expect(readEndpoint(path.join(home, usual)).pid).toBe(child.pid);
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

test('L5: a second host on the same data is refused, and the first does not notice', async () => {
  const data = temporary();
  const first = serveIn(data);
  await first.ready;
  const endpoint = readEndpoint(data);
  const second = await serveIn(data).ended;
  expect([second.code, second.stdout]).toEqual([1, '']);
  expect(second.stderr).toBe(
    `loggia: ${data} is in use by process ${first.child.pid}. Stop that one first, or choose another data directory.\n`,
  );
  expect(readEndpoint(data)).toEqual(endpoint);
  expect(await health(endpoint.http)).toEqual(healthy);
});

test('L5: after a kill, the next one takes over: new endpoint, same token', async () => {
  const data = temporary();
  const killed = serveIn(data);
  await killed.ready;
  const stale = readEndpoint(data);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(readEndpoint(data)).toEqual(stale);

  const next = serveIn(data);
  await next.ready;
  const endpoint = readEndpoint(data);
  expect([endpoint.pid, endpoint.token]).toEqual([next.child.pid, stale.token]);
  expect(await health(endpoint.http)).toEqual(healthy);
  next.child.kill('SIGTERM');
  expect((await next.ended).code).toBe(0);
});

describe('L5: what cannot start says why in a line, leaves nothing behind, and has an exit code', () => {
  test.each([
    [['--prot', '1'], 'loggia: There is no option "--prot"; did you mean "--port"?\n'],
    [
      ['--port', 'high'],
      'loggia: --port cannot be "high"; give a whole number from 0 to 65535 (0 picks a free port).\n',
    ],
    [['srve'], 'loggia: There is no command "srve"; did you mean "loggia serve"?\n'],
  ])('%j', async (args, stderr) => {
    expect(await loggia(args).ended).toEqual({ code: 2, stdout: '', stderr });
  });

  test('a setting that does not exist', async () => {
    const data = temporary();
    fs.writeFileSync(path.join(data, 'host.json'), '{ "grceSeconds": 1 }');
    expect(await serveIn(data).ended).toEqual({
      code: 2,
      stdout: '',
      stderr: `loggia: ${path.join(data, 'host.json')}: grceSeconds is not a setting; did you mean "graceSeconds"?\n`,
    });
  });

  test('a port that is taken', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as net.AddressInfo;
    const data = temporary();
    const { code, stderr } = await serveIn(data, '--port', String(port)).ended;
    expect(code).toBe(1);
    expect(stderr).toContain(
      `loggia: Port ${port} of 127.0.0.1 is taken by another program; stop that one, or`,
    );
    expect(fs.existsSync(endpointIn(data))).toBe(false);
    const next = serveIn(data);
    await next.ready;
  });
});

test('L1: help and version are told to whoever asks', async () => {
  const help = await loggia(['--help']).ended;
  expect([help.code, help.stderr]).toEqual([0, '']);
  expect(help.stdout).toContain('Usage:\n  loggia [serve] [options]');
  expect(await loggia(['--version']).ended).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
});

test('L5: a name that was rebound to this machine gets nothing', async () => {
  const data = temporary();
  await serveIn(data).ready;
  const { hostname, port } = new URL(readEndpoint(data).http);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const options = { hostname, port, path: '/healthz', headers: { host: `rebound.example:${port}` } };
    http.get(options, (answer) => resolve(answer.resume().statusCode)).once('error', reject);
  });
  expect(status).toBe(403);
});

describe('L1: stopping', () => {
  test('Ctrl-C that arrives twice is one signal', async () => {
    const { child, ready, ended } = serveIn(temporary());
    await ready;
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });

  test('a client that dawdles is waited for, but not for long, and an impatient user not at all', async () => {
    for (const [signals, code] of [
      [1, 0],
      [2, 1],
    ]) {
      const data = temporary();
      const { child, ready, ended } = serveIn(data);
      await ready;
      await neverAnswering(readEndpoint(data));
      for (let sent = 0; sent < (signals ?? 0); sent += 1) {
        if (sent > 0) await sleep(800);
        child.kill('SIGTERM');
      }
      expect((await ended).code).toBe(code);
      expect(fs.existsSync(endpointIn(data))).toBe(false);
    }
  });

  test('L5: an agent that fails where nobody catches it ends the host in order, with exit code 1', async () => {
    const data = temporary();
    const agent = `export const createHarness = () => {
      setTimeout(() => { throw new Error('nobody caught this'); }, 1000);
      return { describe: { provider: 'a', displayName: 'A', description: '', models: [] }, async *run() {} };
    };`;
    fs.writeFileSync(path.join(data, 'agent.mjs'), agent);
    fs.writeFileSync(path.join(data, 'host.json'), '{ "agents": [{ "module": "./agent.mjs" }] }');
    const { code, stderr } = await serveIn(data).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('"msg":"An uncaught error occurred."');
    expect(stderr).toContain('nobody caught this');
    expect(fs.existsSync(endpointIn(data))).toBe(false);
  });

  test('L5: it goes on when nobody reads what it prints', async () => {
    const data = temporary();
    const { child, ended } = serveIn(data);
    child.stdout.destroy();
    child.stderr.destroy();
    while (!fs.existsSync(endpointIn(data))) await sleep(20);
    await sleep(100);
    expect(await health(readEndpoint(data).http)).toEqual(healthy);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
