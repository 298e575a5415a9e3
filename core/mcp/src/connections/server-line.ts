import { SseError, type RequestOptions, type Tool } from '@modelcontextprotocol/client';
import type { Clock, Scheduler } from '@loggia/kernel';
import type { ServerTask } from '@loggia/protocol';
import type { Authorization } from '../auth/authority.ts';
import type { McpTool, McpToolResult, ServerFacts } from '../connection.ts';
import type { ServerDefinition } from '../definition.ts';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import { authNeededIn, callFailure, isSessionLost, lineFailure } from './call-failure.ts';
import { Call } from './calls-in-flight.ts';
import { keepListening } from './change-stream.ts';
import { DirectRequests } from './direct-requests.ts';
import { HttpTransport } from './http-transport.ts';
import type { LaunchedServer, Launcher } from './launch/launcher.ts';
import { createClient, type ClientPorts, type Era } from './line-client.ts';
import { offeredTools } from './offered-tools.ts';
import { pagesToOpen } from './pages-to-open.ts';
import { factsOf } from './server-facts.ts';
import { answerQuestion, elicit } from './server-questions.ts';
import { sayGoodbye } from './goodbye.ts';
import { StartFailure } from './start-failure.ts';
import { StdioTransport, type StdioLimits } from './stdio-transport.ts';
import { nameForSdk } from './task-dialect.ts';
import { asTask, followTask, startedTask, type StartedTask } from './tasks.ts';
import type { FairShare } from './traffic/fair-share.ts';
import type { TrafficLimits } from './traffic/limits.ts';
import { unlessAborted } from './unless-aborted.ts';
import { verbatim, type VerbatimClient } from './verbatim-client.ts';

export interface LinePorts extends ClientPorts {
  /** Hears how the start of a process goes. */
  readonly watch: {
    launched(server: LaunchedServer): void;
    /** A line on its standard error. */
    heard(line: string): void;
    /** A message, or something like one. */
    spoke(): void;
  };
  /** For a sandbox that contains it. */
  readonly workspace: string | undefined;
  readonly launcher: Pick<Launcher, 'launch'>;
  /** For servers over HTTP. */
  readonly authorization: Authorization | undefined;
  readonly limits: StdioLimits & { readonly tools: number; readonly traffic: TrafficLimits };
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly crowd: FairShare;
  /**
   * Called once, unless it was closed from here. `reason` is a sentence; if it is `lasting`, another attempt won't
   * help.
   */
  ended(reason: string, lasting: boolean): void;
}

type LineTransport = StdioTransport | HttpTransport;

/** The SDK has a timer for each request; ours stops while the user is asked, so the SDK's must never fire first. */
const never = 2_147_483_647;
/** Some older servers over stdio don't answer an unknown request. */
const probeMs = 3000;
const tellMs = 10_000;

/** The server dropped our session; a new connection can repeat the request, since it wasn't served. */
export class SessionLost extends ServerFailure {
  constructor(cause: unknown) {
    super('unavailable', 'The server has forgotten the connection. Try again.', { cause });
  }
}

/** One live connection to a server, from its handshake to its end. It doesn't reconnect. */
export class ServerLine {
  readonly facts: ServerFacts;
  readonly #definition: ServerDefinition;
  readonly #ports: LinePorts;
  readonly #client: VerbatimClient;
  readonly #transport: LineTransport;
  /** Set if requests can bypass the SDK because it would add nothing. */
  readonly #direct: DirectRequests | undefined;
  #tools: readonly McpTool[] = [];
  #ended: string | undefined;
  #closed = false;

  private constructor(
    definition: ServerDefinition,
    ports: LinePorts,
    { client, transport }: { readonly client: VerbatimClient; readonly transport: LineTransport },
  ) {
    this.#definition = definition;
    this.#ports = ports;
    this.#client = client;
    this.#transport = transport;
    this.facts = factsOf(client, definition.name);
    if (transport instanceof StdioTransport && this.facts.era === 'legacy')
      this.#direct = directRequests(transport);
    // The SDK's clients aren't event targets: this is the only way to listen to them.
    Object.assign(client, {
      onclose: () => {
        this.#end(this.#transport.reason ?? 'The server closed the connection.');
        this.#direct?.close();
      },
      onerror: (error: Error) => this.#heard(error),
    });
  }

  /** Closes the transport on failure. */
  static async connect(
    definition: ServerDefinition,
    ports: LinePorts,
    {
      transport,
      era,
      signal,
    }: { readonly transport: LineTransport; readonly era: Era; readonly signal: AbortSignal },
  ): Promise<ServerLine> {
    const client = createClient(
      ports,
      era,
      transport instanceof StdioTransport ? { timeoutMs: probeMs } : {},
    );
    try {
      await ports.calls.outside(() =>
        unlessAborted(client.connect(transport, { timeout: never, signal }), signal),
      );
      const line = new ServerLine(definition, ports, { client, transport });
      await line.listTools(signal);
      void line.#hearChanges();
      return line;
    } catch (error) {
      const { reason, isSpent } = transport;
      await endOf(transport);
      if (reason !== undefined && authNeededIn(error) === undefined)
        throw new StartFailure(reason, {
          lasting: isSpent,
          misconfigured: transport instanceof StdioTransport && transport.isMisconfigured,
          cause: error,
        });
      throw error;
    }
  }

  get tools(): readonly McpTool[] {
    return this.#tools;
  }

  get pid(): number | undefined {
    return this.#transport instanceof StdioTransport ? this.#transport.pid : undefined;
  }

  /** Reads them again. Rejects as requests do. */
  async listTools(signal?: AbortSignal): Promise<void> {
    if (this.facts.tools === undefined) return;
    const options = {
      cacheMode: 'refresh',
      timeout: never,
      ...(signal === undefined ? {} : { signal }),
    } as const;
    const { tools } = await this.#client.listTools(undefined, options);
    const { limits, log } = this.#ports;
    if (tools.length > limits.tools)
      log.write(
        'host',
        `The server lists ${tools.length} tools; only the first ${limits.tools} are used.`,
        'warning',
      );
    this.#tools = offeredTools((tools as readonly McpTool[]).slice(0, limits.tools), {
      depth: limits.traffic.depth,
      leftOut: (text) => log.write('host', text, 'warning'),
    });
  }

  /** After a change. Never rejects: if the tools can't be read, the log says why and the last ones stay. */
  async listToolsAgain(withinMs: number): Promise<void> {
    try {
      await this.listTools(AbortSignal.timeout(withinMs));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!this.#closed && this.#ended === undefined)
        this.#ports.log.write('host', `The tools could not be listed again: ${why}`, 'warning');
    }
  }

  callTool(
    request: {
      readonly name: string;
      readonly arguments?: Readonly<Record<string, unknown>>;
      readonly _meta?: Readonly<Record<string, unknown>>;
    },
    call: Call,
  ): Promise<McpToolResult> {
    return this.#under(call, async () => {
      try {
        return await this.#callTool(request, call);
      } catch (error) {
        const pages = pagesToOpen(error);
        if (pages === undefined || call.context.elicit === undefined) throw error;
        for (const page of pages) {
          const { action } = await elicit(call, page, call.signal);
          if (action !== 'accept') throw error;
        }
        return await this.#callTool(request, call);
      }
    });
  }

  request(method: string, params: Readonly<Record<string, unknown>>, call: Call): Promise<unknown> {
    return this.#under(call, () => this.#request(method, params, call));
  }

  /** Waits for the end of a task that was started over this line or an earlier one. */
  followTask(handle: ServerTask, call: Call): Promise<McpToolResult> {
    return this.#under(call, () => this.#follow({ handle }, call));
  }

  /** The server may ask for its folder again. */
  tellFolder(): void {
    void this.#client.sendRootsListChanged().catch(() => {});
  }

  /** Resolves when it is closed for good. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#transport instanceof HttpTransport) await sayGoodbye(this.#transport);
    await this.#client.close().catch(() => {});
    await endOf(this.#transport);
  }

  /** Why it is down, once it is. */
  get reason(): string | undefined {
    return this.#ended;
  }

  /** The server sent too much: another attempt won't help. */
  get isSpent(): boolean {
    return this.#transport.isSpent;
  }

  /** Called when a request shows that the server is gone. */
  fail(reason: string): void {
    this.#end(reason);
    void endOf(this.#transport);
  }

  /** Never rejects. */
  #hearChanges(): Promise<void> {
    const { log, changed, calls } = this.#ports;
    return calls.outside(() =>
      keepListening(this.#client, {
        isOver: () => this.#closed || this.#ended !== undefined,
        missed: () => {
          if (this.facts.tools?.listChanged === true) changed('tools');
          if (this.facts.resources?.listChanged === true) changed('resources');
          if (this.facts.prompts?.listChanged === true) changed('prompts');
        },
        retry: (error) => {
          const gone = lineFailure(error, this.#definition.transport);
          if (gone !== undefined) this.fail(gone);
          return gone === undefined;
        },
        gaveUp: () =>
          log.write(
            'host',
            'The server no longer reports changes of its tools. Start it again to see them.',
            'warning',
          ),
      }),
    );
  }

  #request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    call: Call,
  ): Promise<Readonly<Record<string, unknown>>> {
    if (this.#direct) return this.#direct.request(method, params, call);
    const named = { method: nameForSdk(method), params: { ...params } };
    return this.#client.request(named, verbatim, this.#options(call));
  }

  async #callTool(request: Parameters<ServerLine['callTool']>[0], call: Call): Promise<McpToolResult> {
    const tool = this.#tools.find((candidate) => candidate.name === request.name);
    const isTask = this.facts.tasks === true && tool?.execution?.taskSupport === 'required';
    const result: McpToolResult = isTask
      ? await this.#request('tools/call', { ...request, ...asTask }, call)
      : await this.#callDirectly(request, tool, call);
    const started = startedTask(result, isTask ? 'core' : 'extension');
    if (started === undefined) return result;
    call.context.task?.(started.handle);
    return this.#follow(started, call);
  }

  #follow(started: StartedTask, call: Call): Promise<McpToolResult> {
    const { scheduler } = this.#ports;
    return followTask(started, {
      call,
      scheduler,
      request: (method, params) => this.#request(method, params, call),
      tell: (method, params) => {
        const telling = new Call({}, scheduler, tellMs);
        telling.alive();
        this.#request(method, params, telling)
          .catch(() => {})
          .finally(() => telling.over());
      },
      answer: (question) => answerQuestion(call, question, this.#ports.folders),
    });
  }

  #callDirectly(
    request: Parameters<ServerLine['callTool']>[0],
    tool: McpTool | undefined,
    call: Call,
  ): Promise<McpToolResult> {
    if (this.#direct) return this.#direct.request('tools/call', request, call);
    const params = { ...request } as Parameters<VerbatimClient['callTool']>[0];
    const options = { ...this.#options(call), toolDefinition: withoutOutput(tool, request.name) };
    return this.#client.callTool(params, options) as Promise<McpToolResult>;
  }

  #options(call: Call): RequestOptions {
    return {
      signal: call.signal,
      timeout: never,
      // Requested even if nobody listens: progress shows that the server is working.
      onprogress: (progress) => call.progressed(progress),
    };
  }

  async #under<T>(call: Call, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#ports.calls.run(call, work);
    } catch (error) {
      throw this.#failureOf(error, call);
    }
  }

  #failureOf(error: unknown, call: Call): ServerFailure | AuthNeeded {
    const { transport, name } = this.#definition;
    if (call.outcome === 'timeout')
      return new ServerFailure(
        'timeout',
        `"${name}" did not answer in time. Try again, or give it longer with "callWithinSeconds" (--call-within).`,
        { cause: error },
      );
    if (call.outcome === 'cancelled')
      return new ServerFailure('cancelled', 'The call was canceled.', { cause: error });
    if (this.#ended === undefined) {
      if (
        isSessionLost(error, this.#transport instanceof HttpTransport ? this.#transport.sessionId : undefined)
      ) {
        this.fail('The server has forgotten the connection.');
        return new SessionLost(error);
      }
      const gone = lineFailure(error, transport);
      if (gone !== undefined) this.fail(gone);
    }
    return callFailure(
      error,
      transport,
      this.#ended ?? (this.#closed ? 'The server was stopped.' : undefined),
    );
  }

  #end(reason: string): void {
    if (this.#closed || this.#ended !== undefined) return;
    this.#ended = reason;
    this.#ports.ended(reason, this.#transport.isSpent);
  }

  #heard(error: Error): void {
    // The event source would reconnect by itself, to a session that was never initialized.
    if (error instanceof SseError) this.fail('The connection to the server was cut off.');
    // Unsolicited messages would no longer arrive.
    else if (error.message.startsWith('Maximum reconnection attempts'))
      this.fail('The connection to the server was cut off.');
    else if (!this.#closed && !(error instanceof AuthNeeded)) this.#ports.log.remark(error.message, 'debug');
  }
}

function directRequests(transport: StdioTransport): DirectRequests {
  const requests = new DirectRequests((line) => transport.sendLine(line));
  transport.take = (message) => requests.take(message);
  return requests;
}

/** The SDK derives from it which arguments are sent as headers; with an output schema it would refuse results. */
function withoutOutput(tool: McpTool | undefined, name: string): Tool {
  return { name, inputSchema: { type: 'object', ...tool?.inputSchema } } as Tool;
}

async function endOf(transport: LineTransport): Promise<void> {
  await transport.close().catch(() => {});
  if (transport instanceof StdioTransport) await transport.gone;
}
