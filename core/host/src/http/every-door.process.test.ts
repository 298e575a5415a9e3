import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Credentials, localPrincipal } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import { commandTable } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Endpoint } from '../cli/endpoint-file.ts';
import { wholeTable } from '../commands/whole-table.testkit.ts';
import { Commands } from '../wire/commands.ts';
import { StallGuard } from '../wire/stall-guard.ts';
import { createApp } from './app.ts';
import { createDoors } from './doors.ts';
import { hurl, inParallel, type Body, type Hurled, type Landed } from './hurled-request.testkit.ts';
import { createSignIn } from './sign-in.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** The least that can be configured, so that what is over it is sent quickly. */
const maxFrameBytes = 65_536;
const maxUploadBytes = 1_048_576;
/** How long any answer may take, on a machine with much else to do; drips are given up on after 30 seconds. */
const answerWithinMs = 30_000;
const dripWithinMs = 75_000;

let data: string;
let child: ChildProcess;
let endpoint: Endpoint;
let port: number;
let stderr = '';
const resident = { before: 0, most: 0 };
let watching: NodeJS.Timeout;

beforeAll(async () => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia doors '));
  const config = { maxFrameBytes, maxUploadBytes, handlers: false, hostTools: false, agents: [] };
  fs.writeFileSync(path.join(data, 'host.json'), JSON.stringify(config));
  child = spawn(process.execPath, [program, '--port', '0', '--data', data, '--no-open'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve);
    child.once('close', () => reject(new Error(`It ended before it was ready: ${stderr}`)));
  });
  endpoint = JSON.parse(fs.readFileSync(path.join(data, 'endpoint.json'), 'utf8')) as Endpoint;
  port = Number(new URL(endpoint.http).port);
  resident.before = residentBytes();
  watching = setInterval(() => (resident.most = Math.max(resident.most, residentBytes())), 100);
});

afterAll(() => {
  clearInterval(watching);
  child.kill('SIGKILL');
  fs.rmSync(data, { recursive: true, force: true });
});

function residentBytes(): number {
  const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Every route, from the very code that makes them: one that is added is walked from then on. */
function routesInCode(): Route[] {
  const kernel = {} as Kernel;
  const guard = new StallGuard({ kernel, scheduler: { after: () => () => undefined } });
  const commands = new Commands(kernel, wholeTable(), { guard });
  const admit = () => ({ principal: localPrincipal });
  const none = { issue: () => ({ ticket: '', expiresAt: 0 }), redeem: () => undefined };
  const app = createApp({
    version: '0',
    endpointFile: '',
    logger: { error: () => undefined },
    guard: () => undefined,
    health: () => ({ ok: true }),
    doors: createDoors({
      commands,
      artifacts: {} as never,
      bytes: {} as never,
      maxUploadBytes,
      serverInfo: { name: 'loggia', version: '0' },
      limits: { maxBytes: 1, maxDepth: 1, withinMs: 1 },
      report: () => undefined,
      admit,
    }),
    signIn: createSignIn({
      credentials: new Credentials('x'),
      browsers: { issue: async () => '' },
      connections: none,
      entrances: none,
      report: () => undefined,
      admit,
    }),
  });
  return app.routes.map(({ method, path: at }) => ({ method, path: at }));
}

/** Each route under names that fit it, with every method that it takes. */
async function routesToWalk(): Promise<Route[]> {
  const document = (await (await fetch(`${endpoint.http}/api/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, object>>;
  };
  const commands = Object.keys(document.paths).flatMap((at) => /^\/(?:api\/)?(\w+)$/.exec(at)?.[1] ?? []);
  const found = routesInCode().flatMap((route) => {
    const methods = route.method === 'ALL' ? ['GET', 'POST', 'PUT', 'DELETE'] : [route.method];
    const names = route.path.includes(':command') ? commands : ['x'];
    return names.flatMap((name) =>
      methods.map((method) => ({
        method,
        path: route.path.replace(':command', name).replaceAll(/:\w+|\*/g, 'x'),
      })),
    );
  });
  return [...new Map(found.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

const json = (text: string): Body => ({ kind: 'whole', bytes: Buffer.from(text) });

const bodies: Readonly<Record<string, Body>> = {
  'none at all': json(''),
  'declared as 3 GB': { kind: 'declared', length: 3_000_000_000 },
  'without end': { kind: 'endless', chunkBytes: 16_384, mostBytes: 128 * 2 ** 20 },
  'without end, in single bytes': { kind: 'endless', chunkBytes: 1, mostBytes: 8 * 2 ** 20 },
  'nested arrays': json('['.repeat(20_000)),
  'nested objects': json(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  'a list': json('[1]'),
  'a text': json('"x"'),
  'a number': json('1e999'),
  null: json('null'),
  'half of an object': json('{"a":'),
  'not UTF-8': { kind: 'whole', bytes: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
  'a form': { kind: 'whole', bytes: Buffer.from('a=b'), type: 'application/x-www-form-urlencoded' },
  'a multipart form': {
    kind: 'whole',
    bytes: Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'),
    type: 'multipart/form-data; boundary=x',
  },
};

const worst = ['declared as 3 GB', 'without end', 'nested objects', 'a list'];
const isCommandRoute = ({ method, path: at }: Route): boolean =>
  method === 'POST' && /^\/api\/\w+$/.test(at) && at !== '/api/x';

/**
 * Commands share one way in, and reading takes no body: each of these meets what could hurt most. Everything else meets
 * everything.
 */
function isWalked(route: Route, what: string, who: string): boolean {
  if (isCommandRoute(route)) return what === (who === 'the token' ? 'without end' : 'declared as 3 GB');
  if (what.includes('single bytes')) return ['/sign-in', '/mcp', '/api/content'].includes(route.path);
  return route.method !== 'GET' || worst.includes(what);
}

/** What a person or a program can read, wherever it stands in the answer. */
const hasSentence = (text: string): boolean => /\w[^.!]{8,}[.!]/.test(text);

function problemOf({ method }: Hurled, { status, text, sentBytes }: Landed): string | undefined {
  if (status === 0) return `no answer (after ${sentBytes} bytes)`;
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (status >= 400 && method !== 'HEAD' && !hasSentence(text))
    return `${status} without a sentence: ${text}`;
  return undefined;
}

const bearers = (): Readonly<Record<string, string | undefined>> => ({
  'no token': undefined,
  'the token': endpoint.token,
});

describe('SE3: every route, with every kind of body, with a token and without', () => {
  test('answers in time, with a reason, and never with an error of its own', async () => {
    const routes = await routesToWalk();
    // Looking at nothing would find nothing.
    expect(routes.length).toBeGreaterThan(100);
    for (const known of [
      'POST /ticket',
      'POST /sign-in',
      'POST /mcp',
      'PUT /api/content',
      'POST /api/createArtifact',
    ])
      expect(routes.map(({ method, path: at }) => `${method} ${at}`)).toContain(known);

    const problems: string[] = [];
    let walked = 0;
    const walk = async (name: string, request: Hurled, withinMs: number): Promise<void> => {
      const landed = await hurl(port, request, withinMs);
      const problem = problemOf(request, landed);
      walked += 1;
      if (problem !== undefined) problems.push(`${request.method} ${request.path}, ${name}: ${problem}`);
    };
    const all = Object.entries(bearers()).flatMap(([who, bearer]) =>
      Object.entries(bodies).flatMap(([what, body]) =>
        routes
          .filter((route) => isWalked(route, what, who))
          .map((route) => ({ name: `${what}, ${who}`, request: { ...route, bearer, body } })),
      ),
    );
    const drips = Object.entries(bearers()).flatMap(([who, bearer]) =>
      routes
        // Whoever may upload may take their time, as long as something comes.
        .filter(({ method }) => !(method === 'PUT' && bearer === endpoint.token))
        .filter((route) => !isCommandRoute(route) || bearer === endpoint.token)
        .map((route) => ({
          name: `drip, ${who}`,
          request: { ...route, bearer, body: { kind: 'drip', everyMs: 1_000 } } as const,
        })),
    );
    await Promise.all([
      Promise.all(drips.map(({ name, request }) => walk(name, request, dripWithinMs))),
      inParallel(all, 24, ({ name, request }) => walk(name, request, answerWithinMs)),
    ]);
    expect(problems.slice(0, 20)).toEqual([]);
    expect(walked).toBe(all.length + drips.length);
    expect(await (await fetch(`${endpoint.http}/healthz`)).json()).toMatchObject({ status: 'ok' });
  }, 240_000);

  test('costs a bounded amount of memory, however much is sent at once', async () => {
    const pouring: Body = { kind: 'endless', chunkBytes: 65_536, mostBytes: 2 ** 30 };
    const paths = ['/ticket', '/sign-in', '/sign-out', '/mcp', '/api/createArtifact', '/api/nothing', '/'];
    const requests = paths.flatMap((at) =>
      Array.from({ length: 4 }, () => ({ method: 'POST', path: at, bearer: undefined, body: pouring })),
    );
    const landed = await Promise.all(requests.map((request) => hurl(port, request, answerWithinMs)));
    expect(landed.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
    expect(resident.before).toBeGreaterThan(0);
    process.stderr.write(
      `resident: ${Math.round(resident.before / 2 ** 20)} MB before the walk, ${Math.round(resident.most / 2 ** 20)} MB at most\n`,
    );
    expect(resident.most - resident.before).toBeLessThan(400 * 2 ** 20);
  }, 60_000);

  test('headers are bounded, whether or not anything follows them', async () => {
    const body = json('');
    const long = 'x'.repeat(20_000);
    const asked: Hurled[] = [
      { method: 'GET', path: `/${long}`, bearer: undefined, body },
      { method: 'GET', path: '/', bearer: long, body },
      { method: 'POST', path: '/ticket', bearer: long, body },
      { method: 'GET', path: '/', bearer: undefined, body, host: long },
    ];
    for (const request of asked)
      expect(await hurl(port, request, answerWithinMs)).toMatchObject({
        status: 431,
        text: expect.stringContaining('.'),
      });
  });

  test('the names of Views answer nobody, and read nothing', async () => {
    const host = `v-${'0'.repeat(32)}.localhost:${port}`;
    for (const what of worst) {
      const body = bodies[what] ?? json('');
      for (const at of ['/', `/${'A'.repeat(43)}`, `/${'A'.repeat(43)}/report`, '/api/createArtifact']) {
        const request = { method: 'POST', path: at, bearer: endpoint.token, body, host };
        expect([what, at, (await hurl(port, request, answerWithinMs)).status]).toEqual([what, at, 404]);
      }
    }
  }, 60_000);
});

// oxlint-disable-next-line typescript/no-explicit-any -- frames as a stranger reads them
type Json = Record<string, any>;

async function socket(): Promise<{ ws: WebSocket; received: Json[]; closed: Promise<number> }> {
  const ws = new WebSocket(endpoint.ahp, { headers: { authorization: `Bearer ${endpoint.token}` } });
  const received: Json[] = [];
  ws.on('message', (frame: Buffer) => received.push(JSON.parse(frame.toString()) as Json));
  const closed = new Promise<number>((resolve) => {
    ws.once('close', resolve);
  });
  ws.on('error', () => undefined);
  await new Promise((resolve) => {
    ws.once('open', resolve);
  });
  return { ws, received, closed };
}

describe('SE3: every method of the WebSocket, in every dialect', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level++) value = { a: value };
    return value;
  };
  const wrong: readonly unknown[] = [
    [],
    'text',
    7,
    true,
    { channel: 7 },
    { channel: 'x-nothing:/' },
    { channel: 'ahp-root://', resource: 7, uri: {}, session: [], artifact: {}, workspace: 1, id: [] },
    nested(90),
  ];

  test.each(['1.0.0', '0.9.0', '0.3.0'])(
    '%s',
    async (version) => {
      const document = (await (await fetch(`${endpoint.http}/api/openapi.json`)).json()) as {
        readonly paths: object;
      };
      const ours = Object.keys(document.paths).flatMap((at) => {
        const name = /^\/(?:api\/)?(\w+)$/.exec(at)?.[1];
        return name === undefined ? [] : [name, `x-loggia/${name}`];
      });
      // Not what ends this very connection: it needs no parameters, so that even wrong ones are good enough.
      const methods = [...new Set([...Object.keys(commandTable), ...ours])].filter(
        (name) => !/^(initialize|reconnect|.*rotateToken)$/.test(name),
      );
      expect(methods.length).toBeGreaterThan(100);
      const { ws, received, closed } = await socket();
      const say = (id: unknown, method: unknown, params: unknown): void =>
        ws.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      say('hello', 'initialize', {
        channel: 'ahp-root://',
        protocolVersions: [version],
        clientId: `walker-${version}`,
      });
      await expect
        .poll(() => received.find(({ id }) => id === 'hello')?.['result'], { timeout: 10_000 })
        .toBeDefined();
      const asked = methods.flatMap((method) =>
        wrong.map((params, index) => ({ id: `${method} ${index}`, method, params })),
      );
      for (const { id, method, params } of asked) say(id, method, params);
      const answers = () => new Map(received.map((message) => [message['id'] as unknown, message]));
      await expect
        .poll(() => asked.filter(({ id }) => !answers().has(id)).length, { timeout: 30_000 })
        .toBe(0);
      const internal = [...answers().values()].filter(({ error }) => error?.code === -32603);
      expect(internal).toEqual([]);
      const messages = [...answers().values()].flatMap(({ error }) =>
        error ? [error.message as string] : [],
      );
      expect(messages.filter((message) => !hasSentence(message))).toEqual([]);

      // Too deep is told; too long ends the connection, and nothing else.
      ws.send(
        `{"jsonrpc":"2.0","id":"deep","method":"ping","params":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      );
      await expect
        .poll(() => received.at(-1)?.['error']?.message as string, { timeout: 10_000 })
        .toContain('nests deeper');
      ws.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 'long',
          method: 'ping',
          params: { a: 'x'.repeat(maxFrameBytes) },
        }),
      );
      expect(await closed).toBe(1009);
    },
    60_000,
  );

  test('a client that asks for 20 MB at once and reads it gets all of it', async () => {
    const { ws, received } = await socket();
    const say = (id: unknown, method: string, params: Json): void =>
      ws.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    say('hello', 'initialize', {
      channel: 'ahp-root://',
      protocolVersions: ['1.0.0'],
      clientId: 'pipeliner',
    });
    const write = { channel: 'ahp-root://', encoding: 'utf-8', data: 'x'.repeat(30_000) };
    const answerTo = (id: string) => received.find((message) => message['id'] === id);
    await expect.poll(() => answerTo('hello')?.['result'], { timeout: 10_000 }).toBeDefined();
    const uri = `${answerTo('hello')?.['result'].defaultDirectory as string}/long.txt`;
    say('write', 'resourceWrite', { ...write, uri });
    await expect.poll(() => answerTo('write')?.['result'], { timeout: 10_000 }).toBeDefined();
    for (let count = 0; count < 700; count++)
      say(`r${count}`, 'resourceRead', { channel: 'ahp-root://', uri });
    const answered = () =>
      received.filter(({ id, result }) => /^r\d/.test(String(id)) && result !== undefined).length;
    await expect.poll(answered, { timeout: 55_000 }).toBe(700);
    expect(ws.readyState).toBe(WebSocket.OPEN);
    ws.terminate();
  }, 60_000);
});

test('SE3: the log of all of this is empty', () => {
  expect(stderr).toBe('');
});
