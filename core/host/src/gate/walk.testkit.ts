import { localPrincipal, type Delegate, type Grant, type Principal } from '@loggia/access';
import { artifactKinds } from '@loggia/artifacts';
import { createRecorder, createSideChannels, type ServerConnection } from '@loggia/mcp';
import { annotationsUri, errorTable, rootUri, supportedVersions, workspaceUri } from '@loggia/protocol';
import { changesetKind } from '@loggia/changes';
import { terminalKind } from '@loggia/terminals';
import { type App, createApp } from '../http/app.ts';
import type { Access, ChannelRow, ChannelRows, Use } from '../channels/channel-table.ts';
import { sessionChannels } from '../channels/session-channels.ts';
import { changesetChannels } from '../channels/changeset-channels.ts';
import { terminalChannels } from '../channels/terminal-channels.ts';
import { workspaceChannels } from '../channels/workspace-channels.ts';
import { paramsAbout, wholeTable } from '../commands/whole-table.testkit.ts';
import { shortName } from '../http/command-shape.ts';
import { createEndpoints } from '../http/endpoints.ts';
import { offeredTools } from '../http/mcp/tools.ts';
import { createSignIn } from '../http/sign-in.ts';
import type { Engine } from '../compose/engine.ts';
import type { CommandDefinition } from '../commands/table.ts';
import { engine, RawClient, type Json } from '../wire/raw-client.testkit.ts';

/** Holds a grant for one artifact, which the walk never touches. */
export const outsider: Delegate = {
  id: 'local',
  kind: 'delegate',
  actor: { kind: 'handler', server: 'notes', name: 'Notes' },
  scope: { artifacts: ['held'], everything: false, grant: 'read', permissions: [] },
  expiresAt: Infinity,
};

/** Can read every artifact, and nothing else. */
export const reader: Delegate = {
  ...outsider,
  actor: { kind: 'agent' },
  scope: { ...outsider.scope, everything: true },
};

/** The holder of an API key. */
export function holderOf(grant: Grant): Delegate {
  return {
    ...outsider,
    actor: { kind: 'key', key: 'k', name: 'ci' },
    scope: { artifacts: [], everything: true, host: true, grant, permissions: [] },
  };
}

/** A kind of principal that the access check doesn't know. */
export const stranger = { id: 'stranger', kind: 'guest' } as unknown as Principal;

/** A row whose grant has been dropped: the outsider passes. */
const openToAll: Access = { grant: 'read', subject: () => ({ artifacts: ['held'] }) };
const droppedCommand = { grant: openToAll.grant, subject: () => ({ artifacts: ['held'] }) } as const;

export interface Dropped {
  readonly channel?: { readonly kind: string; readonly use: Use };
  readonly command?: string;
}

export interface Walked {
  /** Every row that was tried. */
  readonly rows: readonly string[];
  /** Those that weren't refused. */
  readonly letThrough: readonly string[];
}

interface Without {
  dropped: Dropped;
}

/** A host with a channel of every kind, whose rows have their real grants and only report that they were reached. */
export class Walk {
  readonly host: Engine;
  readonly table: Readonly<Record<string, CommandDefinition>>;
  readonly channels: ReadonlyMap<string, string>;
  readonly mcpChannel: string;
  readonly #reached: string[];
  readonly #without: Without;
  #rows: string[] = [];
  #letThrough: string[] = [];
  #clients = 0;

  static async open(): Promise<Walk> {
    const reached: string[] = [];
    const without: Without = { dropped: {} };
    const table = tableWithout(without);
    const sideChannels = createSideChannels({
      recorder: createRecorder({ write: () => undefined }, { now: () => 0 }),
    });
    const host = await engine({
      kinds: [...artifactKinds, terminalKind, changesetKind],
      parts: () => ({ table, sideChannels, channels: rowsWithout(without, reached) }),
    });
    const channels = await oneOfEach(host);
    const { uri } = sideChannels.open({
      session: channels.get('workspace') ?? '',
      customizationId: 'server',
      serverName: 'Server',
      definition: 'of Server',
      connection: readyConnection,
      principal: localPrincipal,
    });
    return new Walk(host, table, channels, uri, reached, without);
  }

  private constructor(
    host: Engine,
    table: Walk['table'],
    channels: Walk['channels'],
    mcpChannel: string,
    reached: string[],
    without: Without,
  ) {
    this.host = host;
    this.table = table;
    this.channels = channels;
    this.mcpChannel = mcpChannel;
    this.#reached = reached;
    this.#without = without;
  }

  /** From now on this row is without its grant; all others have theirs. */
  drop(dropped: Dropped): void {
    this.#without.dropped = dropped;
  }

  /** The result since the last call. */
  take(): Walked {
    const walked = { rows: this.#rows, letThrough: this.#letThrough };
    this.#rows = [];
    this.#letThrough = [];
    return walked;
  }

  /** Watches and acts on all kinds of channels, in every dialect. */
  async overChannels(principal: Principal, kinds = [...this.channels.keys()]): Promise<void> {
    for (const version of supportedVersions) {
      for (const kind of kinds.filter((each) => isIn(version, each))) {
        await this.#watch(version, kind, this.#uri(kind), principal);
        if (version !== '0.3.0') await this.#act(version, kind, this.#uri(kind), principal, action);
      }
      const withTurns = version === '0.3.0' ? 'session' : 'chat';
      if (kinds.includes(withTurns)) await this.#fetchTurns(version, withTurns, principal);
    }
    // 0.3 has one channel for a session and its chat; the action says which of them it is about.
    const session = this.#uri('session');
    if (kinds.includes('session')) await this.#act('0.3.0', 'session', session, principal, action);
    const userMessage = { text: 'x' };
    const turn = { type: 'session/turnStarted', session, turnId: 't', userMessage };
    if (kinds.includes('chat')) await this.#act('0.3.0', 'chat', session, principal, turn);
  }

  /** Runs commands over the WebSocket, in every dialect. */
  async overCommands(principal: Principal, names = Object.keys(this.table)): Promise<void> {
    for (const version of supportedVersions) {
      const client = await this.#client(version, principal);
      for (const name of names) {
        const { error } = await client.request(name, paramsAbout(name, 'B'));
        // 0.3 has fewer commands, and completions only within a session that is shown.
        const isThere = version !== '0.3.0' || !notIn03.includes(error?.['code'] as number);
        if (isThere) this.#tried(`${version} command ${name}`, error?.['code'] === denied);
      }
    }
  }

  /** Uses the channel to a server of a workspace, as a principal that may watch that workspace. */
  async overSideChannels(principal: Principal): Promise<void> {
    for (const version of supportedVersions) {
      const more = { capabilities: { mcpApps: {} } };
      const client = await this.#client(version, principal, more);
      const { error: unseen } = await client.request('subscribe', { channel: this.#uri('workspace') });
      if (unseen) throw new Error(`The walk needs somebody who watches: ${unseen['message']}`);
      for (const method of ['tools/list', 'tools/call']) {
        const answer = await client.request(method, { channel: this.mcpChannel, name: 'tool' });
        this.#tried(`${version} mcp:// ${method}`, answer['error']?.code === errorTable.MethodNotFound.code);
      }
    }
  }

  /** Requests every route that reads or writes, and commands by their own addresses. */
  async overRoutes(principal: Principal, names = Object.keys(this.table)): Promise<void> {
    const app = this.#app(principal);
    for (const { method, path } of privateRoutes(app)) {
      for (const name of path.includes(':command') ? names : ['']) {
        const at = path.replace(':command', shortName(name)).replaceAll(/:\w+/g, 'B').replace('*', 'B');
        const body = method === 'GET' ? undefined : JSON.stringify(name ? paramsAbout(name, 'B') : {});
        const { status } = await ask(app, method, at, body);
        this.#tried(`${method} ${at}`, status === 401 || status === 403);
      }
    }
  }

  /** Calls every tool that needs more than the grant to read, as an agent that holds no other. */
  async overTools(principal: Principal): Promise<void> {
    const app = this.#app(principal);
    const grants = new Map(Object.entries(wholeTable()).map(([name, { grant }]) => [name, grant]));
    for (const { command, tool } of offeredTools(new Map(Object.entries(this.table))).values()) {
      if (grants.get(command) === 'read') continue;
      const { channel: _, ...args } = paramsAbout(command, 'B');
      const params = { name: tool.name, arguments: args };
      const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const { status, text } = await ask(app, 'POST', '/mcp', call);
      if (status !== 200) throw new Error(`The walk needs somebody who gets in at /mcp: ${text}`);
      this.#tried(`MCP ${tool.name}`, text.includes('"isError":true') && /grant|API key/.test(text));
    }
  }

  async #watch(version: string, kind: string, uri: string, principal: Principal): Promise<void> {
    const row = `${version} watch ${kind}`;
    const client = await this.#client(version, principal);
    const { error } = await client.request('subscribe', { channel: uri });
    this.#tried(`${row} by subscribe`, error?.['code'] === denied);

    const early = new RawClient(this.host, principal);
    const greeted = await early.hello(this.#newClient(), {
      protocolVersions: [version],
      initialSubscriptions: [uri],
    });
    this.#tried(`${row} by initialize`, (greeted['snapshots'] as unknown[]).length === 0);

    // Once with everything since in the log, and once with a number from which only snapshots help.
    for (const [how, lastSeenServerSeq] of [
      ['a replay', this.host.kernel.seq],
      ['snapshots', 1_000_000],
    ] as const) {
      const clientId = this.#newClient();
      const before = new RawClient(this.host, principal);
      await before.hello(clientId, { protocolVersions: [version] });
      before.cut();
      const back = new RawClient(this.host, principal);
      const params = { channel: rootUri, clientId, lastSeenServerSeq, subscriptions: [uri] };
      const { result } = await back.request('reconnect', params);
      const isKept =
        result['type'] === 'replay' ? !result.missing.includes(uri) : result.snapshots.length > 0;
      this.#tried(`${row} by reconnect with ${how}`, !isKept);
    }
  }

  async #fetchTurns(version: string, kind: string, principal: Principal): Promise<void> {
    const client = await this.#client(version, principal);
    const { error } = await client.request('fetchTurns', { channel: this.#uri(kind) });
    this.#tried(`${version} watch ${kind} by fetchTurns`, error?.['code'] === denied);
  }

  async #act(version: string, kind: string, uri: string, principal: Principal, sent: Json): Promise<void> {
    const client = await this.#client(version, principal);
    const before = this.#reached.length;
    const seq = client.dispatch(uri, sent);
    // Requests on the same connection are answered in order. A rejection is told once its number is durable.
    await client.request('ping');
    await this.host.kernel.settled();
    await client.request('ping');
    const reason: unknown = client.received.find(
      ({ method, params }) => method === 'action' && params.origin?.clientSeq === seq,
    )?.['params'].rejectionReason;
    const isRefused = this.#reached.length === before && /grant|token|API key/.test(String(reason));
    this.#tried(`${version} act on ${kind}`, isRefused);
  }

  #tried(row: string, isRefused: boolean): void {
    this.#rows.push(row);
    if (!isRefused) this.#letThrough.push(row);
  }

  async #client(version: string, principal: Principal, more: Json = {}): Promise<RawClient> {
    const client = new RawClient(this.host, principal);
    await client.hello(this.#newClient(), { protocolVersions: [version], ...more });
    return client;
  }

  #newClient(): string {
    return `client-${++this.#clients}`;
  }

  #uri(kind: string): string {
    return this.channels.get(kind) ?? '';
  }

  #app(principal: Principal): App {
    const admit = () => ({ principal });
    const none = { issue: () => ({ ticket: '', expiresAt: 0 }), redeem: () => undefined };
    const report = () => undefined;
    return createApp({
      version: '0',
      endpointFile: '',
      logger: { error: report },
      guard: () => undefined,
      health: () => ({ ok: true }),
      endpoints: createEndpoints({
        commands: this.host.commands,
        artifacts: {
          upload: async () => ({ hash: 'h', size: 0 }),
          replaceContent: async () => ({}),
          content: async () => Promise.reject(new Error('reached')),
          summaries: async () => [],
        } as never,
        bytes: {} as never,
        maxUploadBytes: 1_000,
        serverInfo: { name: 'loggia', version: '0' },
        limits: { maxBytes: 10_000, maxDepth: 100, withinMs: 1_000 },
        report,
        admit,
      }),
      signIn: createSignIn({
        credentials: { revoke: () => true, isValid: () => true },
        browsers: { issue: async () => '' },
        connections: none,
        entrances: none,
        report,
        admit,
      }),
    });
  }
}

/** 0.3 has no comments. */
export function isIn(version: string, kind: string): boolean {
  return version !== '0.3.0' || kind !== 'annotations';
}

const denied = errorTable.PermissionDenied.code;
const notIn03 = [errorTable.MethodNotFound.code, errorTable.SessionNotFound.code] as readonly number[];
const action = { type: 'session/isReadChanged', isRead: true };

/** Routes that anybody at this address may see: pages and documents without user data. */
const publicRoutes: ReadonlySet<string> = new Set([
  ...['/', '/healthz', '/page.css', '/icon.svg', '/ahp', '/api', '/api/page.css', '/api/openapi.json'],
  ...['/oauth/callback', '/oauth/callback.js', '/oauth/client.json'],
]);
/** Routes that return 404 or 405. */
const nothing: ReadonlySet<string> = new Set(['/*', '/api/*', '/mcp/*']);

function privateRoutes(app: App): readonly { readonly method: string; readonly path: string }[] {
  const found = app.routes
    .filter(({ path }) => !publicRoutes.has(path) && !nothing.has(path))
    .map(({ method, path }) => ({ method: method === 'ALL' ? 'POST' : method, path }));
  return [...new Map(found.map((route) => [`${route.method} ${route.path}`, route])).values()];
}

async function ask(
  app: App,
  method: string,
  path: string,
  body: string | undefined,
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const request = new Request(`http://127.0.0.1${path}`, { method, headers, ...(body && { body }) });
  const answer = await app.fetch(request, {});
  return { status: answer.status, text: await answer.text() };
}

function tableWithout(without: Without): Record<string, CommandDefinition> {
  const rows = Object.entries(wholeTable()).map(([name, definition]): [string, CommandDefinition] => {
    const now = () => (without.dropped.command === name ? { ...definition, ...droppedCommand } : definition);
    const row = {
      ...definition,
      get grant() {
        return now().grant;
      },
      get subject() {
        return now().subject;
      },
    };
    return [name, row as CommandDefinition];
  });
  return Object.fromEntries(rows);
}

function rowsWithout(without: Without, reached: string[]): ChannelRows {
  const nothingDone = () => undefined;
  const rows: ChannelRows = {
    ...sessionChannels({
      dispatchToSession: nothingDone,
      dispatchToChat: async () => undefined,
      annotations: { begin: async () => undefined, dispatch: async () => undefined },
    }),
    ...workspaceChannels({ dispatch: nothingDone }),
    ...terminalChannels({ dispatch: nothingDone }),
    ...changesetChannels({ dispatch: nothingDone }),
  };
  const walked = Object.entries(rows).map(([kind, row]): [string, ChannelRow] => {
    const now = (use: Use): Access => {
      const { channel } = without.dropped;
      return channel?.kind === kind && channel.use === use ? openToAll : row[use];
    };
    return [
      kind,
      {
        get watch() {
          return now('watch');
        },
        get act() {
          return now('act');
        },
        dispatch: () => void reached.push(kind),
      },
    ];
  });
  return Object.fromEntries(walked);
}

/** One channel of every kind, by kind. */
async function oneOfEach({ kernel, sessions }: Engine): Promise<ReadonlyMap<string, string>> {
  const session = 'ahp-session:/walk';
  await sessions.createSession({ channel: session }, 'walk');
  await kernel.settled();
  const chat = (await kernel.load<{ defaultChat: string }>(session))?.state.defaultChat ?? '';
  const made: [string, string, object][] = [
    ['resourceWatch', 'ahp-resource-watch:/walk', { root: 'file:///x', recursive: false }],
    ['changeset', 'ahp-changeset:/walk', { status: 'ready', files: [] }],
    [
      'terminal',
      'ahp-terminal:/walk',
      {
        title: 't',
        content: [],
        lifecycle: { status: 'exited' },
        claim: { kind: 'client', clientId: 'walk' },
      },
    ],
    [
      'workspace',
      workspaceUri('B'),
      { id: 'B', title: 'B', createdAt: '', counts: {}, artifacts: [], types: [] },
    ],
    ['library', 'x-loggia-library:/', { workspaces: [], collections: [] }],
  ];
  for (const [kind, uri, state] of made) kernel.create(uri, kind, state);
  const annotations = annotationsUri(session);
  kernel.create(annotations, 'annotations', { annotations: [] }, { parent: session });
  await kernel.settled();
  return new Map([
    ['root', rootUri],
    ['session', session],
    ['chat', chat],
    ['annotations', annotations],
    ...made.map(([kind, uri]): [string, string] => [kind, uri]),
  ]);
}

const readyConnection = {
  facts: { name: 'server', protocolVersion: '2025-11-25', era: 'legacy', logging: false, tools: {} },
  tools: [{ name: 'tool', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }],
  onChange: () => () => undefined,
  callTool: async () => ({ content: [] }),
  request: async () => ({ tools: [] }),
} as unknown as ServerConnection;
