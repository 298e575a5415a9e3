import { Credentials, localPrincipal } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import { commandTable } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { wholeTable } from '../commands/whole-table.testkit.ts';
import { Commands } from '../commands/table.ts';
import { Answers } from '../commands/answers.ts';
import { StallGuard } from '../commands/stall-guard.ts';
import { createApp } from './app.ts';
import { badBodies, singleBytes, slowBody, type BadBody } from './bad-bodies.testkit.ts';
import { shortName } from './command-shape.ts';
import { createEndpoints } from './endpoints.ts';
import { hurl, inParallel, type Body, type Hurled, type Landed } from './hurled-request.testkit.ts';
import { offeredTools } from './mcp/tools.ts';
import { createMetrics } from './metrics.ts';
import { createSignIn } from './sign-in.ts';
import { WalkedHost } from './walked-host.testkit.ts';

/** The minimum that can be configured, so that exceeding it is quick. */
const maxFrameBytes = 65_536;
const maxUploadBytes = 1_048_576;
/** The time limit for an answer on a busy machine; drips are cut off after 30 seconds. */
const answerWithinMs = 30_000;
const dripWithinMs = 75_000;
/** The memory the host may use for all of this together, beyond its size after the start. */
const mostGrownBytes = 400 * 2 ** 20;

let host: WalkedHost;
let slow: Promise<readonly string[]>;
const walked = { slowly: 0 };

beforeAll(async () => {
  host = await WalkedHost.start({
    maxFrameBytes,
    maxUploadBytes,
    handlers: false,
    hostTools: false,
    agents: [],
  });
  // They take half a minute and run in parallel with everything else.
  slow = walkSlowly();
});

afterAll(() => host.stop());

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Every route, from the code that creates them. */
function routesInCode(): Route[] {
  const kernel = {} as Kernel;
  const guard = new StallGuard({ kernel, scheduler: { after: () => () => undefined } });
  const commands = new Commands(kernel, wholeTable(), { answers: new Answers(kernel, guard) });
  const admit = () => ({ principal: localPrincipal });
  const none = { issue: () => ({ ticket: '', expiresAt: 0 }), redeem: () => undefined };
  const app = createApp({
    version: '0',
    endpointFile: '',
    logger: { error: () => undefined },
    guard: () => undefined,
    health: () => ({ ok: true }),
    endpoints: createEndpoints({
      commands,
      artifacts: {} as never,
      bytes: {} as never,
      maxUploadBytes,
      serverInfo: { name: 'loggia', version: '0' },
      limits: { maxBytes: 1, maxDepth: 1, withinMs: 1 },
      report: () => undefined,
      admit,
    }),
    metrics: createMetrics({ admit, read: async () => '', report: () => undefined }),
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

/** Each route with every method it accepts. */
function routesToWalk(): ReadonlySet<string> {
  return new Set(
    routesInCode().flatMap(({ method, path: at }) =>
      (method === 'ALL' ? ['GET', 'POST', 'PUT', 'DELETE'] : [method]).map((each) => `${each} ${at}`),
    ),
  );
}

const askers = ['no token', 'a wrong token', 'the token'] as const;
type Asker = (typeof askers)[number];
type Expected = Readonly<Record<Asker, readonly number[]>>;

function bearerOf(asker: Asker): string | undefined {
  if (asker === 'no token') return undefined;
  return asker === 'the token' ? host.endpoint.token : 'A'.repeat(43);
}

const anybody = (...statuses: number[]): Expected => ({
  'no token': statuses,
  'a wrong token': statuses,
  'the token': statuses,
});
const gated = (...statuses: number[]): Expected => ({
  'no token': [401],
  'a wrong token': [403],
  'the token': statuses,
});
const page = (at: string, status = 200): Readonly<Record<string, Expected>> => ({
  [`GET ${at}`]: anybody(status),
  [`POST ${at}`]: anybody(405),
  [`PUT ${at}`]: anybody(405),
  [`DELETE ${at}`]: anybody(405),
});
const nothing = (at: string): Readonly<Record<string, Expected>> => ({
  [`GET ${at}`]: anybody(404),
  [`POST ${at}`]: anybody(404),
  [`PUT ${at}`]: anybody(404),
  [`DELETE ${at}`]: anybody(404),
});

/** The answer of each route, whatever the body. A missing route fails the walk. */
const answers: Readonly<Record<string, Expected>> = {
  ...nothing('/*'),
  ...page('/'),
  ...page('/healthz'),
  ...page('/metrics'),
  'GET /metrics': gated(200),
  ...page('/page.css'),
  ...page('/icon.svg'),
  ...page('/oauth/callback'),
  ...page('/oauth/callback.js'),
  ...page('/oauth/client.json'),
  ...page('/ahp', 426),
  'POST /ticket': gated(400, 408, 413),
  'POST /sign-in': anybody(400, 403, 408, 413, 415),
  // The token itself can't sign out; it is rotated.
  'POST /sign-out': gated(200),
  ...nothing('/api/*'),
  // For a command that doesn't exist. Existing ones are walked below.
  'POST /api/*': gated(404),
  'POST /api/:command': gated(404),
  'GET /api': anybody(200),
  'GET /api/page.css': anybody(200),
  'GET /api/openapi.json': anybody(200),
  'PUT /api/content': gated(201, 413),
  'PUT /api/artifacts/:id/content': gated(404, 413),
  'GET /api/artifacts/:id/content': gated(404),
  'GET /api/artifacts/:id/thumbnail': gated(404),
  'GET /api/templates/:hash': gated(404),
  ...nothing('/mcp/*'),
  'GET /mcp': gated(405),
  'POST /mcp': gated(400, 408, 413, 415),
  'PUT /mcp': gated(405),
  'DELETE /mcp': gated(405),
  'GET /content/:ticket': anybody(403),
};

/** Fills in a valid name for a parameter. */
const addressOf = (route: string): Route => {
  const [method = '', at = ''] = route.split(' ');
  return { method, path: at.replaceAll(/:\w+|\*/g, 'x') };
};

const emptyBody: Body = { kind: 'whole', bytes: Buffer.alloc(0) };
const routeBodies = badBodies('{"a":', '}', maxFrameBytes);

interface Step {
  readonly name: string;
  readonly request: Hurled;
  readonly statuses: readonly number[];
  /** The text that the answer must contain. */
  readonly says?: string | RegExp;
}

/** The sentence for a person or a program, wherever it is in the answer. */
function sentenceIn(text: string): string | undefined {
  const [, said] = /"(?:message|error)":"((?:[^"\\]|\\.)+)"/.exec(text) ?? [];
  // The MCP library ends its sentences without a period.
  const isMcp = text.includes('"jsonrpc":"2.0"');
  return said !== undefined && (isMcp || /^.{8,}[.!]$/s.test(said)) ? said : undefined;
}

function problemOf({ statuses, says = '' }: Step, landed: Landed): string | undefined {
  const { status, text, sentBytes } = landed;
  if (status === 0 && !statuses.includes(0)) return `no answer (after ${sentBytes} bytes)`;
  if (!statuses.includes(status)) return `${status}, not ${statuses.join(' or ')}: ${text.slice(0, 200)}`;
  if (text.search(says) < 0) return `${status} without ${says}: ${text.slice(0, 200)}`;
  if (status >= 400 && sentenceIn(text) === undefined)
    return `${status} without a sentence: ${text.slice(0, 200)}`;
  return undefined;
}

async function take(step: Step, withinMs: number, problems: string[]): Promise<void> {
  const problem = problemOf(step, await hurl(host.port, step.request, withinMs));
  const { method, path: at } = step.request;
  if (problem !== undefined) problems.push(`${method} ${at}, ${step.name}: ${problem}`);
}

/** Returns the problems, or at least the first ones. */
async function walk(steps: readonly Step[], withinMs = answerWithinMs): Promise<readonly string[]> {
  const problems: string[] = [];
  await inParallel(steps, 24, (step) => take(step, withinMs, problems));
  return problems.slice(0, 20);
}

function expectBoundedMemory(after: string): void {
  const grownMB = Math.round(host.grownBytes / 2 ** 20);
  process.stderr.write(`${after}: the host has grown by ${grownMB} MB at most\n`);
  expect(host.grownBytes).toBeGreaterThan(0);
  expect(host.grownBytes).toBeLessThan(mostGrownBytes);
}

/** One step for each kind of sender. Only the holder of the token gets as far as the body. */
function asked(request: Omit<Hurled, 'bearer' | 'body'>, { what, body, status }: BadBody): Step[] {
  const statuses = gated(status);
  return askers.map((asker) => ({
    name: `${what}, ${asker}`,
    request: { ...request, bearer: bearerOf(asker), body },
    statuses: statuses[asker],
  }));
}

interface CommandEndpoint {
  readonly request: Omit<Hurled, 'bearer' | 'body'>;
  /** The request around the invalid value. */
  readonly around: readonly [before: string, after: string];
}

const commands = Object.keys(wholeTable());
const tools = offeredTools(new Map(Object.entries(wholeTable())));

function overHttp(command: string): CommandEndpoint {
  return { request: { method: 'POST', path: `/api/${shortName(command)}` }, around: ['{"channel":', '}'] };
}

function overMcp(tool: string): CommandEndpoint {
  const call = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: { 'x-wrong': 0 } },
  });
  const [before = '', after = ''] = call.split('0}}');
  return { request: { method: 'POST', path: '/mcp' }, around: [before, `}}${after}`] };
}

/** Every way to every command over HTTP. */
function commandEndpoints(): CommandEndpoint[] {
  return [...commands.map(overHttp), ...[...tools.keys()].map(overMcp)];
}

async function walkSlowly(): Promise<readonly string[]> {
  const problems: string[] = [];
  const routes = Object.entries(answers).flatMap(([route, expected]) =>
    askers
      // An authorized upload may take its time, as long as bytes arrive.
      .filter((asker) => !(route.startsWith('PUT') && asker === 'the token'))
      .map((asker) => ({
        name: `a drip, ${asker}`,
        request: { ...addressOf(route), bearer: bearerOf(asker), body: slowBody('{"a":').body },
        statuses: expected[asker],
      })),
  );
  const drips = commandEndpoints().flatMap(({ request, around: [before] }) =>
    asked(request, slowBody(before)),
  );
  const steps = [...routes, ...drips];
  await Promise.all(
    steps.map(async (step) => {
      await take(step, dripWithinMs, problems);
      walked.slowly += 1;
    }),
  );
  if (walked.slowly !== steps.length) problems.push('some were left out');
  return problems;
}

describe('SE3: every route, with every kind of body, with a token, a wrong one and none', () => {
  test('is known to this walk', () => {
    expect(Object.keys(answers).toSorted()).toEqual([...routesToWalk()].toSorted());
  });

  test('answers in time, with a reason, and never with an error of its own', async () => {
    const bodies = [...routeBodies, { what: 'none at all', body: emptyBody }];
    const steps = Object.entries(answers).flatMap(([route, expected]) =>
      bodies.flatMap(({ what, body }) =>
        askers.map((asker) => ({
          name: `${what}, ${asker}`,
          request: { ...addressOf(route), bearer: bearerOf(asker), body },
          statuses: expected[asker],
        })),
      ),
    );
    const inBytes = ['POST /sign-in', 'POST /mcp', 'PUT /api/content'].map((route) => ({
      name: singleBytes.what,
      request: { ...addressOf(route), bearer: host.endpoint.token, body: singleBytes.body },
      statuses: [413],
    }));
    expect(await walk(steps)).toEqual([]);
    // A million chunks take a while to parse.
    expect(await walk(inBytes, dripWithinMs)).toEqual([]);
    expectBoundedMemory('Every route');
  }, 240_000);

  test('costs a bounded amount of memory, however much is sent at once', async () => {
    const body: Body = { kind: 'endless', chunkBytes: 65_536, mostBytes: 2 ** 30 };
    const paths = ['/ticket', '/sign-in', '/sign-out', '/mcp', '/api/createArtifact', '/api/nothing', '/'];
    const requests = paths.flatMap((at) =>
      Array.from({ length: 4 }, () => ({ method: 'POST', path: at, bearer: undefined, body })),
    );
    const landed = await Promise.all(requests.map((request) => hurl(host.port, request, answerWithinMs)));
    expect(landed.filter(({ status }) => status < 400 || status >= 500)).toEqual([]);
    expectBoundedMemory('28 bodies without end at once');
  }, 120_000);

  test('headers are bounded, whether or not anything follows them', async () => {
    const body = emptyBody;
    const long = 'x'.repeat(20_000);
    const requests: Hurled[] = [
      { method: 'GET', path: `/${long}`, bearer: undefined, body },
      { method: 'GET', path: '/', bearer: long, body },
      { method: 'POST', path: '/ticket', bearer: long, body },
      { method: 'GET', path: '/', bearer: undefined, body, host: long },
    ];
    for (const request of requests)
      expect(await hurl(host.port, request, answerWithinMs)).toMatchObject({
        status: 431,
        text: expect.stringContaining('.'),
      });
  });

  test('the names of Views answer nobody, and read nothing', async () => {
    const authority = `v-${'0'.repeat(32)}.localhost:${host.port}`;
    const addresses = ['/', `/${'A'.repeat(43)}`, `/${'A'.repeat(43)}/report`, '/api/createArtifact'];
    const statuses: number[] = [];
    await inParallel(
      routeBodies.flatMap(({ body }) => addresses.map((at) => ({ path: at, body }))),
      24,
      async (one) => {
        const request = { method: 'POST', ...one, bearer: host.endpoint.token, host: authority };
        statuses.push((await hurl(host.port, request, answerWithinMs)).status);
      },
    );
    expect(statuses).toEqual(Array.from({ length: routeBodies.length * addresses.length }, () => 404));
  }, 120_000);
});

describe('SE3: every command over HTTP and MCP, with every kind of body, with a token, a wrong one and none', () => {
  test('is known to this walk', async () => {
    const document = (await (await fetch(`${host.endpoint.http}/api/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, object>>;
    };
    const served = Object.entries(document.paths).flatMap(([at, { post }]: [string, { post?: object }]) =>
      post ? [at.slice(at.lastIndexOf('/') + 1)] : [],
    );
    expect(served.toSorted()).toEqual(commands.map(shortName).toSorted());
    const listed = await hurl(
      host.port,
      {
        ...{ method: 'POST', path: '/mcp', bearer: host.endpoint.token },
        body: { kind: 'whole', bytes: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/list"}') },
      },
      answerWithinMs,
    );
    const offered = [...listed.text.matchAll(/"name":"(\w+)",(?:"title":"[^"]*",)?"description":/g)].map(
      ([, name]) => name,
    );
    expect(offered.toSorted()).toEqual([...tools.keys()].toSorted());
  });

  test('is reached, and says what is wrong with its parameters', async () => {
    const wrong = (text: string): Body => ({ kind: 'whole', bytes: Buffer.from(text) });
    const posts = commands.map((command): Step => {
      const { request, around } = overHttp(command);
      return {
        name: 'a channel that is a number',
        request: { ...request, bearer: host.endpoint.token, body: wrong(around.join('7')) },
        statuses: [400],
        says: /parameter \\"channel\\"/,
      };
    });
    const calls = [...tools].flatMap(([name, { tool }]): Step[] => {
      const names = Object.keys(tool.inputSchema.properties ?? {});
      const call = (given: unknown): Body =>
        wrong(
          JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
        );
      const request = { method: 'POST', path: '/mcp', bearer: host.endpoint.token };
      const given = Object.fromEntries(names.map((each) => [each, [[7]]]));
      return [
        {
          name: `${name} with members of a wrong type`,
          request: { ...request, body: call(given) },
          statuses: [200],
          says: names.length > 0 ? / parameter \\"/ : '"result"',
        },
        ...[[], 'text', 7, null].map((one) => ({
          name: `${name} with ${JSON.stringify(one)}`,
          request: { ...request, body: call(one) },
          statuses: [200],
          says: '"code":-32602',
        })),
      ];
    });
    expect(await walk([...posts, ...calls])).toEqual([]);
  }, 120_000);

  test('answers in time, with a reason, and never with an error of its own', async () => {
    const endpoints = commandEndpoints();
    expect(endpoints).toHaveLength(commands.length + tools.size);
    const steps = endpoints.flatMap(({ request, around: [before, after] }) =>
      badBodies(before, after, maxFrameBytes).flatMap((bad) => asked(request, bad)),
    );
    expect(await walk(steps)).toEqual([]);
    expectBoundedMemory(`${commands.length} commands over HTTP and ${tools.size} tools over MCP`);
  }, 240_000);
});

// oxlint-disable-next-line typescript/no-explicit-any -- frames as a stranger reads them
type Json = Record<string, any>;

interface Opened {
  readonly ws: WebSocket;
  readonly received: Json[];
  readonly closed: Promise<number>;
  say(id: unknown, method: unknown, params: unknown): void;
  answerTo(id: string): Promise<Json>;
}

async function socket(): Promise<Opened> {
  const { ahp, token } = host.endpoint;
  const ws = new WebSocket(ahp, { headers: { authorization: `Bearer ${token}` } });
  const received: Json[] = [];
  ws.on('message', (frame: Buffer) => received.push(JSON.parse(frame.toString()) as Json));
  const closed = new Promise<number>((resolve) => {
    ws.once('close', resolve);
  });
  await new Promise((resolve, reject) => {
    ws.once('open', resolve);
    ws.on('error', reject);
  });
  return {
    ws,
    received,
    closed,
    say: (id, method, params) => ws.send(JSON.stringify({ jsonrpc: '2.0', id, method, params })),
    async answerTo(id) {
      const find = () => received.find((message) => message['id'] === id);
      await expect.poll(find, { timeout: answerWithinMs }).toBeDefined();
      return find() ?? {};
    },
  };
}

let names = 0;

async function initialized(version = '1.0.0'): Promise<Opened> {
  const opened = await socket();
  const hello = { channel: 'ahp-root://', protocolVersions: [version], clientId: `walker-${names++}` };
  opened.say('hello', 'initialize', hello);
  expect(await opened.answerTo('hello')).toHaveProperty('result');
  return opened;
}

/** Every request over a WebSocket, except those that start a connection. */
const methods = [...new Set([...Object.keys(commandTable), ...commands])].filter(
  (name) => !/^(initialize|reconnect)$/.test(name),
);

describe('SE3: every method of the WebSocket', () => {
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
  /** Rotating the token accepts any object without a wrong channel, and would end this connection. */
  const isSafe = (method: string, params: unknown): boolean =>
    !method.endsWith('rotateToken') ||
    !(params instanceof Object) ||
    Array.isArray(params) ||
    (params as Json)['channel'] === 7;
  /** The error code of each if its channel is a number. A ping has no parameters, so none can be wrong. */
  const codeOf = (method: string): number | undefined => (method === 'ping' ? undefined : -32602);
  const frame = (method: string, params: string): string =>
    `{"jsonrpc":"2.0","id":"x","method":"${method}","params":${params}}`;

  test.each(['1.0.0', '0.9.0', '0.3.0'])(
    'with wrong parameters, in version %s',
    async (version) => {
      const ours = commands.flatMap((name) => [name, shortName(name)]);
      const { ws, received, say } = await initialized(version);
      const requests = [...new Set([...methods, ...ours])].flatMap((method) =>
        wrong
          .filter((params) => isSafe(method, params))
          .map((params, index) => ({ id: `${method} ${index}`, method, params })),
      );
      for (const { id, method, params } of requests) say(id, method, params);
      const answered = () => new Map(received.map((message) => [message['id'] as unknown, message]));
      await expect
        .poll(() => requests.filter(({ id }) => !answered().has(id)).length, { timeout: answerWithinMs })
        .toBe(0);
      const errors = [...answered().values()].flatMap(({ error }) => (error ? [error as Json] : []));
      expect(errors.filter(({ code }) => code === -32603)).toEqual([]);
      expect(errors.filter(({ message }) => !/^.{8,}[.!]$/s.test(message as string))).toEqual([]);
      ws.terminate();
    },
    120_000,
  );

  test('is reached, and says what is wrong with its parameters, however slowly they come', async () => {
    const problems: string[] = [];
    await inParallel(methods, methods.length, async (method) => {
      const { ws, answerTo } = await initialized();
      const text = frame(method, '{"channel":7}');
      for (let at = 0; at < text.length; at += 16) {
        ws.send(text.slice(at, at + 16), { fin: at + 16 >= text.length });
        await new Promise((resolve) => {
          setTimeout(resolve, 500);
        });
      }
      const answer = await answerTo('x');
      if (answer['error']?.code !== codeOf(method)) problems.push(`${method}: ${JSON.stringify(answer)}`);
      ws.terminate();
    });
    expect(problems).toEqual([]);
  }, 120_000);

  test('is refused what is nested, malformed or a batch, and the connection stays', async () => {
    const { ws, received, say, answerTo } = await initialized();
    const kinds: readonly [code: number, of: (method: string) => string][] = [
      [-32600, (method) => frame(method, '['.repeat(5_000) + ']'.repeat(5_000))],
      [-32600, (method) => frame(method, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)],
      [-32600, (method) => frame(method, '['.repeat(5_000))],
      [-32700, (method) => frame(method, '{"channel":')],
      [-32600, (method) => `[${frame(method, '{}')}]`],
      [-32600, (method) => frame(method, '{}').replace('"jsonrpc":"2.0",', '')],
    ];
    for (const [code, of] of kinds) {
      received.length = 0;
      for (const method of methods) ws.send(of(method));
      await expect.poll(() => received.length, { timeout: answerWithinMs }).toBe(methods.length);
      expect(new Set(received.map(({ error }) => error?.code as number))).toEqual(new Set([code]));
    }
    say('still', 'ping', {});
    expect(await answerTo('still')).toHaveProperty('result');
    ws.terminate();
  }, 120_000);

  test('ends its connection, and nothing else, with a message that is too long or without end', async () => {
    const other = await initialized();
    await inParallel(methods, 16, async (method) => {
      const [long, endless] = [await socket(), await socket()];
      long.ws.send(frame(method, JSON.stringify({ a: 'x'.repeat(maxFrameBytes) })));
      endless.ws.send(frame(method, '{"a":"').slice(0, -1), { fin: false });
      const piece = 'x'.repeat(16_384);
      for (let sent = 0; sent < 8 && endless.ws.readyState === WebSocket.OPEN; sent++)
        endless.ws.send(piece, { fin: false });
      expect([method, await long.closed, await endless.closed]).toEqual([method, 1009, 1009]);
    });
    other.say('still', 'ping', {});
    expect(await other.answerTo('still')).toHaveProperty('result');
    other.ws.terminate();
    expectBoundedMemory(`${methods.length} methods of the WebSocket`);
  }, 120_000);

  test('is refused to whoever has not initialized the connection', async () => {
    const { ws, say, answerTo } = await socket();
    const guarded = methods.filter((method) => method !== 'ping');
    for (const method of guarded) say(method, method, { channel: 'ahp-root://' });
    for (const method of guarded)
      expect((await answerTo(method))['error']).toEqual({
        code: -32600,
        message: `Send initialize or reconnect before ${method}.`,
      });
    ws.terminate();
  });

  test('is out of reach without the token, whatever is sent along', async () => {
    const request = { method: 'GET', path: '/ahp', upgrades: true };
    const kinds = ['too long', 'without end', 'nested objects', 'a list', 'half of an object'];
    const steps = methods.flatMap((method) => {
      const bodies = badBodies(frame(method, '{"a":').slice(0, -1), '}}', maxFrameBytes);
      return (
        [...bodies.filter(({ what }) => kinds.includes(what)), slowBody(frame(method, '{"a":'))]
          .flatMap((bad) => asked(request, bad))
          .filter(({ request: { bearer } }) => bearer !== host.endpoint.token)
          // The socket is closed while bytes are still arriving, which can cost the sender the answer.
          .map((step) =>
            step.name.startsWith('without end') ? { ...step, statuses: [...step.statuses, 0] } : step,
          )
      );
    });
    expect(steps).toHaveLength(methods.length * 12);
    expect(await walk(steps)).toEqual([]);
  }, 120_000);

  test('a client that asks for 20 MB at once and reads it gets all of it', async () => {
    const { ws, received, say, answerTo } = await initialized();
    const uri = `${(await answerTo('hello'))['result'].defaultDirectory as string}/long.txt`;
    say('write', 'resourceWrite', {
      ...{ channel: 'ahp-root://', uri, encoding: 'utf-8' },
      data: 'x'.repeat(30_000),
    });
    expect(await answerTo('write')).toHaveProperty('result');
    for (let count = 0; count < 700; count++)
      say(`r${count}`, 'resourceRead', { channel: 'ahp-root://', uri });
    const answered = () =>
      received.filter(({ id, result }) => /^r\d/.test(String(id)) && result !== undefined).length;
    await expect.poll(answered, { timeout: 55_000 }).toBe(700);
    expect(ws.readyState).toBe(WebSocket.OPEN);
    ws.terminate();
  }, 120_000);
});

describe('SE3: after all of this', () => {
  test('every route and command has answered a body that comes too slowly', async () => {
    expect((await slow).slice(0, 20)).toEqual([]);
    expect(walked.slowly).toBeGreaterThan(3 * commands.length);
    expectBoundedMemory('Everything');
  }, 240_000);

  test('the host is well, and has had nothing to report', async () => {
    expect(await (await fetch(`${host.endpoint.http}/healthz`)).json()).toMatchObject({ status: 'ok' });
    expect(host.log).toBe('');
  });
});
