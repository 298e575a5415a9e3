import type { LeaseRequest, McpTool, ServerLog, ServerConnection, ServerLease } from '@loggia/mcp';
import type { Icon, McpServerState } from '@loggia/protocol';
import type { ToolMemory } from '../decisions/tool-memory.ts';
import type { PlannedServer } from './planned.ts';
import type { EquipmentPorts, OpenChannel } from './ports.ts';
import type { ServerStatus } from './present.ts';
import { misdeclared } from './problems.ts';
import { sameJson } from './same-json.ts';

export type ServerSlotPorts = Pick<
  EquipmentPorts,
  'gateway' | 'sideChannels' | 'principal' | 'clock' | 'report'
>;

/** Everything held while a server runs for this session. */
interface Holding {
  readonly request: LeaseRequest;
  readonly lease: ServerLease;
  readonly left: AbortController;
  readonly unlisten: () => void;
}

const stopped: McpServerState = { kind: 'stopped' };

/** One server in one session: whether it runs there, and how it is shown. */
export class ServerSlot {
  readonly #ports: ServerSlotPorts;
  readonly #memory: ToolMemory;
  readonly #session: string | undefined;
  readonly #changed: () => void;
  #holding: Holding | undefined;
  #channel: OpenChannel | undefined;
  #capabilities: OpenChannel['capabilities'] | undefined;
  #icons: readonly Icon[] | undefined;
  #logs: ServerLog | undefined;
  #startingSince: number | undefined;
  #isFirstStart = false;
  server: PlannedServer;
  /** A user stopped it; it stays stopped until somebody starts it or decides about it again. */
  stopped = false;
  /** No turn waits for this start. */
  background = false;

  constructor(
    server: PlannedServer,
    options: {
      readonly ports: ServerSlotPorts;
      readonly memory: ToolMemory;
      readonly session: string | undefined;
      changed(): void;
    },
  ) {
    this.server = server;
    this.#ports = options.ports;
    this.#memory = options.memory;
    this.#session = options.session;
    this.#changed = () => options.changed();
  }

  get connection(): ServerConnection | undefined {
    return this.#holding?.lease.connection;
  }

  /** The log of the running connection, or else of the last one. */
  get logs(): ServerLog | undefined {
    return this.connection?.logs ?? this.#logs;
  }

  /** Aborts when the server no longer runs for this session. */
  get left(): AbortSignal {
    return this.#holding?.left.signal ?? AbortSignal.abort();
  }

  /** It is starting for the first time, and its tools are unknown. */
  get isMissing(): boolean {
    const isStarting = this.connection?.state.kind === 'starting' && this.#isFirstStart;
    return isStarting && this.#remembered() === undefined;
  }

  /** It is missing, and nobody said to go on without it. */
  get isAwaited(): boolean {
    return this.isMissing && !this.background;
  }

  /** The tools as last listed: while the server starts, those from when it last ran with this definition. */
  get tools(): readonly McpTool[] {
    const { connection } = this;
    if (!connection) return [];
    return connection.facts === undefined ? (this.#remembered() ?? []) : connection.tools;
  }

  /** When the current start began. */
  get startingSince(): number | undefined {
    return this.state.kind === 'starting' ? this.#startingSince : undefined;
  }

  get state(): McpServerState {
    return this.connection?.state ?? stopped;
  }

  /** Runs the server, replacing the current one if the request has changed. */
  take(request: LeaseRequest): void {
    if (this.#holding?.lease.fits && sameJson(this.#holding.request, request)) return;
    // Two processes of one server could conflict: a replaced definition stops immediately.
    if (this.#holding && !sameJson(this.#holding.request.definition, request.definition))
      this.leave('at once');
    // Lease the next one first: if both share a connection, it doesn't stop in between.
    const lease = this.#ports.gateway.lease(request);
    this.leave();
    this.background = false;
    this.#isFirstStart = lease.connection.facts === undefined;
    this.#holding = {
      request,
      lease,
      left: new AbortController(),
      unlisten: lease.connection.onChange(() => this.#follow()),
    };
    this.#logs = lease.connection.logs;
    this.#follow();
  }

  leave(how?: 'at once'): void {
    const holding = this.#holding;
    if (!holding) return;
    this.#holding = undefined;
    this.#closeChannel();
    holding.unlisten();
    holding.left.abort();
    holding.lease.release(how);
  }

  status(turnWaits: boolean): ServerStatus {
    return {
      state: this.#shownState(turnWaits),
      channel: this.#channel?.uri,
      icons: this.#icons,
      capabilities: this.#capabilities,
      stopped: this.stopped,
    };
  }

  /** Resolves to whether the call can be repeated: false if the server stopped, failed, or was released. */
  signedIn(signal: AbortSignal): Promise<boolean> {
    const holding = this.#holding;
    if (!holding) return Promise.resolve(false);
    const { connection } = holding.lease;
    const ends = AbortSignal.any([signal, holding.left.signal]);
    return new Promise((resolve) => {
      const finish = (ready: boolean): void => {
        unlisten();
        ends.removeEventListener('abort', gone);
        resolve(ready);
      };
      const gone = (): void => finish(false);
      const check = (): void => {
        const { kind } = connection.state;
        if (kind === 'ready') finish(true);
        if (kind === 'error' || kind === 'stopped') finish(false);
      };
      const unlisten = connection.onChange(check);
      ends.addEventListener('abort', gone, { once: true });
      if (ends.aborted) gone();
      else check();
    });
  }

  #follow(): void {
    const holding = this.#holding;
    if (!holding) return;
    if (!holding.lease.fits) {
      this.take(holding.request);
      return;
    }
    const { connection } = holding.lease;
    if (connection.state.kind === 'ready') this.#becameReady(connection);
    else this.#closeChannel();
    if (connection.state.kind === 'starting') this.#startingSince ??= this.#ports.clock.now();
    else {
      this.#startingSince = undefined;
      this.#isFirstStart = false;
      this.background = false;
    }
    this.#changed();
  }

  #remembered(): readonly McpTool[] | undefined {
    return this.#memory.toolsOf(this.server.id, this.server.written.fingerprint);
  }

  #becameReady(connection: ServerConnection): void {
    this.#memory.remember(this.server.id, this.server.written.fingerprint, connection.tools);
    this.#icons = connection.facts?.icons;
    if (this.#channel || this.#session === undefined) return;
    try {
      this.#openChannel(connection, this.#session);
    } catch (error) {
      this.#ports.report(`Could not open a channel to "${this.server.name}"`, error);
    }
  }

  #openChannel(connection: ServerConnection, session: string): void {
    const channel = this.#ports.sideChannels.open({
      session,
      customizationId: this.server.id,
      serverName: this.server.name,
      definition: this.server.written.fingerprint,
      connection,
      principal: this.#ports.principal,
    });
    // Without capabilities, there is nothing to request on it.
    const isOfUse = Object.keys(channel.capabilities).length > 0;
    if (!isOfUse) channel.close();
    this.#channel = isOfUse ? channel : undefined;
    this.#capabilities = isOfUse ? channel.capabilities : undefined;
  }

  #closeChannel(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  #shownStart(turnWaits: boolean): McpServerState {
    if (this.background) return { kind: 'starting', blocking: false };
    return { kind: 'starting', ...(turnWaits && this.isAwaited && { blocking: true }) };
  }

  #shownState(turnWaits: boolean): McpServerState {
    const { server, state } = this;
    if (!server.definition) return notUnderstood(server);
    if (state.kind === 'starting') return this.#shownStart(turnWaits);
    return state.kind === 'authRequired' ? withoutSecret(state) : state;
  }
}

function notUnderstood(server: PlannedServer): McpServerState {
  return { kind: 'error', error: { errorType: 'invalidDeclaration', message: misdeclared(server) } };
}

/** Every client sees the states. */
function withoutSecret(state: Extract<McpServerState, { kind: 'authRequired' }>): McpServerState {
  return state.oauthClient ? { ...state, oauthClient: { clientId: state.oauthClient.clientId } } : state;
}
