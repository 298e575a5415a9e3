import type { Principal } from '@loggia/access';
import {
  AuthNeeded,
  type Act,
  type CallContext,
  type ConnectionChange,
  type Gateway,
  type LeaseRequest,
  type McpTool,
  type McpToolResult,
  type ProgramEnd,
  type Sandboxing,
  type ServerConnection,
  type ServerFacts,
  type ServerLease,
} from '@loggia/mcp';
import type { AuthChallenge, McpServerState, ServerLogEntry } from '@loggia/protocol';

export type CallScript = (
  request: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> },
  context: CallContext,
) => Promise<McpToolResult>;

/** A server without a process: the test controls it. */
export class FakeConnection implements ServerConnection {
  readonly definition: LeaseRequest['definition'];
  readonly lease: LeaseRequest;
  readonly calls: string[] = [];
  readonly entries: ServerLogEntry[] = [];
  state: McpServerState = { kind: 'starting' };
  facts: ServerFacts | undefined;
  tools: readonly McpTool[] = [];
  pid: number | undefined;
  installing: string | undefined;
  restarts = 0;
  holders: string[] = [];
  onCall: CallScript = async () => ({ content: [{ type: 'text', text: 'done' }] });
  readonly #listeners = new Set<(change: ConnectionChange) => void>();

  constructor(request: LeaseRequest) {
    this.lease = request;
    this.definition = request.definition;
  }

  readonly logs = { read: () => ({ entries: this.entries, dropped: 0 }) };

  becomeReady(tools: readonly (string | McpTool)[] = [], facts: Partial<ServerFacts> = {}): void {
    this.tools = tools.map((tool) => (typeof tool === 'string' ? { name: tool } : tool));
    this.facts = {
      name: this.definition.name,
      protocolVersion: '2025-11-25',
      era: 'legacy',
      logging: false,
      tools: { listChanged: true },
      ...facts,
    };
    this.become({ kind: 'ready' });
  }

  become(state: McpServerState): void {
    this.state = state;
    this.tell('state');
  }

  listTools(tools: readonly string[]): void {
    this.tools = tools.map((name) => ({ name }));
    this.tell('tools');
  }

  /** The server refuses the next call until somebody has signed in. */
  demandSignIn(challenge: AuthChallenge): AuthNeeded {
    this.become({ kind: 'authRequired', ...challenge });
    return new AuthNeeded(challenge);
  }

  tell(change: ConnectionChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }

  settled(signal?: AbortSignal): Promise<void> {
    if (this.state.kind !== 'starting' || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const unlisten = this.onChange(() => {
        if (this.state.kind === 'starting') return;
        unlisten();
        resolve();
      });
      signal?.addEventListener('abort', () => resolve());
    });
  }

  onChange(listener: (change: ConnectionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async callTool(request: Parameters<CallScript>[0], context: CallContext): Promise<McpToolResult> {
    this.calls.push(request.name);
    return this.onCall(request, context);
  }

  onRequest: (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown> = () =>
    Promise.reject(new Error('Not in this test.'));

  request(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    return this.onRequest(method, params);
  }

  cancelInstallation(): void {
    this.installing = undefined;
    this.become({ kind: 'error', error: { errorType: 'mcpServer', message: 'Canceled.' } });
  }

  restart(): void {
    this.restarts += 1;
    this.become({ kind: 'starting' });
  }
}

/** Pools connections like the real gateway, and never starts anything. */
export class FakeGateway implements Gateway {
  /** All connections ever made, oldest first. */
  readonly made: FakeConnection[] = [];
  readonly #pool = new Map<string, FakeConnection>();
  /** Called for each new connection. */
  onStart: (connection: FakeConnection) => void = () => {};

  /** The connection that runs now. */
  named(name: string, holder?: string): FakeConnection {
    const found = this.running(name).find(
      (connection) => holder === undefined || connection.holders.includes(holder),
    );
    if (!found) throw new Error(`"${name}" does not run.`);
    return found;
  }

  running(name?: string): FakeConnection[] {
    return [...this.#pool.values()].filter(
      ({ definition }) => name === undefined || definition.name === name,
    );
  }

  tally(): ReturnType<Gateway['tally']> {
    return { states: new Map(), restarts: 0 };
  }

  lease(request: LeaseRequest): ServerLease {
    const key = keyOf(request);
    const connection = this.#pool.get(key) ?? this.#start(key, request);
    connection.holders.push(request.holder);
    let released = false;
    return {
      connection,
      fits: true,
      release: () => {
        if (released) return;
        released = true;
        connection.holders.splice(connection.holders.indexOf(request.holder), 1);
        if (connection.holders.length > 0) return;
        this.#pool.delete(key);
        connection.become({ kind: 'stopped' });
      },
    };
  }

  users(request: LeaseRequest): number {
    return new Set(this.#pool.get(keyOf(request))?.holders).size;
  }

  /** The servers whose connections were ended for a new definition. */
  readonly retired: string[] = [];

  retire(server: string): void {
    this.retired.push(server);
  }

  async signedIn(_principal: Principal, _server: string): Promise<boolean> {
    return false;
  }

  /** The servers whose tokens were deleted. */
  readonly signedOut: string[] = [];

  async signOut(_principal: Principal, server: string): Promise<void> {
    this.signedOut.push(server);
  }

  async authenticate(): Promise<boolean> {
    return false;
  }

  /** Calls that didn't reach a connection, each as `server tool: why`. */
  readonly missedCalls: string[] = [];
  readonly recordedActs: Act[] = [];

  recorded<Result>(act: Act, work: () => Promise<Result>): Promise<Result> {
    this.recordedActs.push(act);
    return work();
  }

  missed({ serverName, target }: Act, decision: string, error: unknown): void {
    this.missedCalls.push(`${serverName} ${target} ${decision}: ${String(error)}`);
  }

  async run(): Promise<ProgramEnd> {
    return { kind: 'failed', problem: 'This gateway runs nothing.' };
  }

  async sandboxing(): Promise<Sandboxing> {
    return { available: true, program: '/usr/bin/bwrap', isolation: [] };
  }

  async stop(): Promise<void> {}

  #start(key: string, request: LeaseRequest): FakeConnection {
    const connection = new FakeConnection(request);
    this.#pool.set(key, connection);
    this.made.push(connection);
    this.onStart(connection);
    return connection;
  }
}

function keyOf({ server, definition, principal, holder }: LeaseRequest): string {
  const own = definition.isolation === 'session' ? holder : undefined;
  return JSON.stringify([server, definition, principal.id, own]);
}
