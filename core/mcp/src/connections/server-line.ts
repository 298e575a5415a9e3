import {
  ProtocolError,
  ProtocolErrorCode,
  SdkHttpError,
  SseError,
  type Implementation,
  type RequestOptions,
  type Tool,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { Clock } from '@loggia/kernel';
import type { Authorization } from '../auth/authority.ts';
import type { McpTool, McpToolResult, ServerFacts } from '../connection.ts';
import type { ServerDefinition } from '../definition.ts';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import type { BoundedServerLog } from './bounded-server-log.ts';
import { authNeededIn, callFailure, isSessionLost, lineFailure, startFailure } from './call-failure.ts';
import type { Call, CallsInFlight } from './calls-in-flight.ts';
import { capabilitiesWith } from './capabilities.ts';
import { keepListening } from './change-stream.ts';
import { DirectRequests } from './direct-requests.ts';
import { HttpTransport, type HttpDefinition } from './http-transport.ts';
import type { Launcher } from './launch/launcher.ts';
import { offeredTools } from './offered-tools.ts';
import { factsOf } from './server-facts.ts';
import { answerQuestions, elicit, isPage } from './server-questions.ts';
import { StartFailure } from './start-failure.ts';
import { StdioTransport, type StdioLimits } from './stdio-transport.ts';
import type { FairShare } from './traffic/fair-share.ts';
import type { TrafficLimits } from './traffic/limits.ts';
import { MessageGuard } from './traffic/message-guard.ts';
import { ServerBudget } from './traffic/server-budget.ts';
import { verbatim, VerbatimClient } from './verbatim-client.ts';
import { WatchedFetch } from './watched-fetch.ts';

export interface LinePorts {
  readonly clientInfo: Implementation;
  readonly uiMimeTypes: readonly string[];
  readonly launcher: Pick<Launcher, 'launch'>;
  readonly log: BoundedServerLog;
  readonly calls: CallsInFlight;
  readonly workspace: string | undefined;
  /** For servers over HTTP. */
  readonly authorization: Authorization | undefined;
  readonly limits: StdioLimits & { readonly tools: number; readonly traffic: TrafficLimits };
  readonly clock: Clock;
  readonly crowd: FairShare;
  changed(what: 'tools' | 'resources' | 'prompts'): void;
  /** Once, unless it was closed from here. `reason` is a sentence; when it lasts, another attempt won't help. */
  ended(reason: string, lasting: boolean): void;
}

type Era = NonNullable<ServerDefinition['era']>;
type LineTransport = StdioTransport | HttpTransport;

/** The SDK has a timer for each request; ours stops while the user is asked, so the SDK's must never be the first. */
const never = 2_147_483_647;
const modernVersion = '2026-07-28';
/** Some older servers over stdio keep silent at a question that they do not know. */
const probeMs = 3000;
const goodbyeMs = 1000;
const mostPages = 200;
const mostPagesToOpen = 10;
const urlElicitationRequired: number = ProtocolErrorCode.UrlElicitationRequired;

/** The session that the server gave us is gone; a new connection can take the request again, since it was not served. */
export class SessionLost extends ServerFailure {
  constructor(cause: unknown) {
    super('unavailable', 'The server has forgotten the connection. Try again.', { cause });
  }
}

/** One live connection to a server, from its handshake to its end. It does not come back. */
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
    // The SDK's clients are no event targets: this is the only way to listen to them.
    Object.assign(client, {
      onclose: () => {
        this.#end(this.#transport.reason ?? 'The server closed the connection.');
        this.#direct?.close();
      },
      onerror: (error: Error) => this.#heard(error),
    });
  }

  /** Rejects with StartFailure or AuthNeeded, and leaves nothing running. Aborting is a failure too. */
  static async open(
    definition: ServerDefinition,
    ports: LinePorts,
    signal: AbortSignal,
  ): Promise<ServerLine> {
    const { transport } = definition;
    try {
      if (transport.kind === 'stdio') return await openProcess(definition, ports, signal);
      return await openHttp({ ...definition, transport }, ports, signal);
    } catch (error) {
      throw startFailure(signal.aborted ? signal.reason : error, transport);
    }
  }

  /** Closes the transport when it fails. */
  static async connect(
    definition: ServerDefinition,
    ports: LinePorts,
    {
      transport,
      era,
      signal,
    }: { readonly transport: LineTransport; readonly era: Era; readonly signal: AbortSignal },
  ): Promise<ServerLine> {
    const client = newClient(ports, era, transport instanceof StdioTransport ? { timeoutMs: probeMs } : {});
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
        throw new StartFailure(reason, { lasting: isSpent, cause: error });
      throw error;
    }
  }

  get tools(): readonly McpTool[] {
    return this.#tools;
  }

  get pid(): number | undefined {
    return this.#transport instanceof StdioTransport ? this.#transport.pid : undefined;
  }

  /** Reads them anew. Rejects as requests do. */
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
    return this.#under(
      call,
      () =>
        this.#direct?.request(method, params, call) ??
        this.#client.request({ method, params: { ...params } }, verbatim, this.#options(call)),
    );
  }

  /** Resolves when it is gone for good. */
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

  /** For when a request shows that nobody is there any more. */
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
            'The server no longer tells when its tools change. Start it again to see changes.',
            'warning',
          ),
      }),
    );
  }

  #callTool(request: Parameters<ServerLine['callTool']>[0], call: Call): Promise<McpToolResult> {
    if (this.#direct) return this.#direct.request('tools/call', request, call);
    const tool = this.#tools.find((candidate) => candidate.name === request.name);
    const params = { ...request } as Parameters<VerbatimClient['callTool']>[0];
    const options = { ...this.#options(call), toolDefinition: withoutOutput(tool, request.name) };
    return this.#client.callTool(params, options) as Promise<McpToolResult>;
  }

  #options(call: Call): RequestOptions {
    return {
      signal: call.signal,
      timeout: never,
      // Asked for even when nobody listens: it shows that the server is at work.
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
        `"${name}" did not answer in time. Try again, or give it longer with "callWithinSeconds".`,
        { cause: error },
      );
    if (call.outcome === 'cancelled')
      return new ServerFailure('cancelled', 'The call was cancelled.', { cause: error });
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
    // The event source would connect again by itself, to a session that has never been initialized.
    if (error instanceof SseError) this.fail('The connection to the server was cut off.');
    // Nothing that the server says unasked would arrive any more.
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

async function openProcess(
  definition: ServerDefinition,
  ports: LinePorts,
  signal: AbortSignal,
): Promise<ServerLine> {
  const { transport: settings, era = 'legacy' } = definition;
  if (settings.kind !== 'stdio') throw new TypeError('not a process');
  const open = (spoken: Era) => {
    const transport: StdioTransport = new StdioTransport({
      launch: () => ports.launcher.launch(settings, ports.workspace),
      stderr: (line) => ports.log.write('stderr', line),
      clean: (line) => ports.log.clean(line),
      remark: (text) => ports.log.remark(text, 'warning'),
      ...guarding(ports, (reason) => transport.abandon(reason)),
      limits: ports.limits,
    });
    return ServerLine.connect(definition, ports, { transport, era: spoken, signal });
  };
  try {
    return await open(era);
  } catch (error) {
    // Some older servers exit at the first word that they do not know.
    if (era !== 'auto' || signal.aborted || !(error instanceof StartFailure) || error.lasting) throw error;
    ports.log.write('host', `${error.message} Trying once more in the older way of speaking.`, 'info');
    return open('legacy');
  }
}

async function openHttp(
  definition: ServerDefinition & { readonly transport: HttpDefinition },
  ports: LinePorts,
  signal: AbortSignal,
): Promise<ServerLine> {
  const { transport: settings } = definition;
  const watched = new WatchedFetch(ports.authorization?.fetch ?? fetch);
  const open = async (kind: 'http' | 'sse') => {
    const transport: HttpTransport = new HttpTransport(kind, settings, {
      fetch: watched.fetch,
      limits: ports.limits,
      guard: guarding(ports, (reason) => void transport.abandon(reason).catch(() => {})).guard,
    });
    // The older transport knows only the older era, and not every such server answers a question before its handshake.
    const era = definition.era ?? (kind === 'http' ? 'auto' : 'legacy');
    try {
      return await ServerLine.connect(definition, ports, { transport, era, signal });
    } catch (error) {
      throw authNeededIn(error) ?? watched.authNeeded ?? error;
    }
  };
  try {
    return await open(settings.kind);
  } catch (error) {
    if (settings.kind === 'sse' || definition.era === 'modern' || !speaksOlder(error)) throw error;
    const line = await open('sse').catch(() => undefined);
    if (line === undefined) throw error;
    ports.log.write(
      'host',
      'The server speaks the older HTTP+SSE transport; "type": "sse" in its settings saves a question at each start.',
      'info',
    );
    return line;
  }
}

/** Limits between one connection and its server. `overrun` gets the reason if the server doesn't stop. */
function guarding(
  { clock, crowd, limits: { messageBytes, traffic }, log }: LinePorts,
  overrun: (reason: string) => void,
): { readonly budget: ServerBudget; readonly guard: MessageGuard } {
  const budget = new ServerBudget({ clock, crowd, limits: traffic, overrun });
  const limits = { ...traffic, messageBytes };
  return {
    budget,
    guard: new MessageGuard({ budget, limits, remark: (text, level) => log.remark(text, level) }),
  };
}

/** How servers that have only the older transport answer the first message of the newer one. */
function speaksOlder(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.data.status);
}

function newClient(ports: LinePorts, era: Era, probe: { readonly timeoutMs?: number }): VerbatimClient {
  const tellOf = (what: 'tools' | 'resources' | 'prompts') => ({
    autoRefresh: false,
    // Held together further up: here each change would put off the one before it.
    debounceMs: 0,
    onChanged: () => ports.changed(what),
  });
  const client = new VerbatimClient(ports.clientInfo, {
    capabilities: capabilitiesWith(ports.uiMimeTypes),
    versionNegotiation: { mode: era === 'modern' ? { pin: modernVersion } : era, probe },
    listChanged: { tools: tellOf('tools'), resources: tellOf('resources'), prompts: tellOf('prompts') },
    listMaxPages: mostPages,
  });
  const remark = (text: string) => ports.log.remark(text, 'warning');
  answerQuestions(client, { calls: ports.calls, workspace: ports.workspace, remark });
  client.setNotificationHandler(
    'notifications/message',
    { params: logMessage },
    ({ level, logger, data }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
      ports.log.write('server', logger === undefined ? text : `${logger}: ${text}`, level);
    },
  );
  return client;
}

const logMessage = z.looseObject({
  level: z.string().optional(),
  logger: z.string().optional(),
  data: z.unknown(),
});

const urlElicitations = z.looseObject({
  elicitations: z
    .array(
      z.looseObject({
        message: z.string(),
        url: z.string().refine(isPage),
        elicitationId: z.string().optional(),
      }),
    )
    .min(1)
    .max(mostPagesToOpen),
});

/** The server wants the user to open pages before it does what it was asked. */
function pagesToOpen(error: unknown): z.infer<typeof urlElicitations>['elicitations'] | undefined {
  if (!(error instanceof ProtocolError) || error.code !== urlElicitationRequired) return undefined;
  return urlElicitations.safeParse(error.data).data?.elicitations;
}

/** The SDK takes from it which arguments travel as headers; with an output schema it would refuse results. */
function withoutOutput(tool: McpTool | undefined, name: string): Tool {
  return { name, inputSchema: { type: 'object', ...tool?.inputSchema } } as Tool;
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => {});
  }
}

async function endOf(transport: LineTransport): Promise<void> {
  await transport.close().catch(() => {});
  if (transport instanceof StdioTransport) await transport.gone;
}

/** A server that doesn't answer must not hold us up. */
async function sayGoodbye(transport: HttpTransport): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, goodbyeMs);
  });
  await Promise.race([transport.terminateSession().catch(() => {}), enough]);
  clearTimeout(timer);
}
