/** The Agent Client Protocol: the only file that knows its SDK. */
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type AuthMethod,
  type ContentBlock,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type CreateTerminalRequest,
  type InitializeResponse,
  type McpServer,
  type NewSessionResponse,
  type Plan,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionNotification,
  type SessionUpdate,
  type TerminalOutputResponse,
  type ToolCallContent,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk';

export type {
  AuthMethod,
  ContentBlock,
  CreateTerminalRequest,
  InitializeResponse,
  McpServer,
  Plan,
  PromptResponse,
  RequestPermissionRequest,
  SessionUpdate,
  TerminalOutputResponse,
  ToolCallContent,
  ToolCallUpdate,
};

export type ElicitationRequest = CreateElicitationRequest;
export type ElicitationResponse = CreateElicitationResponse;

/** An agent's description of a session that begins. Answers aren't checked: any of it may be wrong. */
export type SessionFacts = Pick<NewSessionResponse, 'modes' | 'configOptions'>;

export const protocolVersion = PROTOCOL_VERSION;

/** Programs that an agent has run for it. Each can be named until it is released. */
export interface TerminalSide {
  create(request: CreateTerminalRequest): Promise<string>;
  output(id: string): Promise<TerminalOutputResponse>;
  exited(id: string): Promise<{ readonly exitCode: number | null; readonly signal: string | null }>;
  kill(id: string): void;
  release(id: string): void;
}

/** An agent's reports and requests. A rejection is told to the agent with its message. */
export interface ClientSide {
  updated(update: SessionNotification): void;
  /** The id of the chosen option; undefined if the turn was canceled, or `signal` withdrew the question. */
  permission(request: RequestPermissionRequest, signal: AbortSignal): Promise<string | undefined>;
  elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationResponse>;
  /** The user has done what a page was opened for. */
  elicited(elicitationId: string): void;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
  /** Throws with a sentence if no turn runs. */
  terminals?(): TerminalSide;
}

export interface SessionPlace {
  readonly cwd: string;
  readonly additionalDirectories?: string[];
  readonly mcpServers: McpServer[];
}

/** The requests of a client to its agent. */
export interface AgentSide {
  initialize(): Promise<InitializeResponse>;
  authenticate(methodId: string): Promise<void>;
  create(place: SessionPlace, signal: AbortSignal): Promise<SessionFacts & { readonly sessionId: string }>;
  resume(sessionId: string, place: SessionPlace, signal: AbortSignal): Promise<SessionFacts>;
  /** The agent repeats the whole conversation as updates before this resolves. */
  load(sessionId: string, place: SessionPlace, signal: AbortSignal): Promise<SessionFacts>;
  setMode(sessionId: string, modeId: string): Promise<void>;
  setOption(sessionId: string, configId: string, value: string | boolean): Promise<SessionFacts>;
  /** The agent frees what it keeps for the session. */
  closeSession(sessionId: string): Promise<void>;
  deleteSession(sessionId: string): Promise<void>;
  prompt(sessionId: string, blocks: ContentBlock[]): Promise<PromptResponse>;
  cancel(sessionId: string): Promise<void>;
  close(): void;
}

export interface Pipes {
  readonly input: WritableStream<Uint8Array>;
  readonly output: ReadableStream<Uint8Array>;
}

export function connect({ input, output }: Pipes, side: ClientSide): AgentSide {
  const terminals = (): TerminalSide => {
    if (side.terminals) return side.terminals();
    throw new Error('This host runs no programs for agents.');
  };
  const connection = client({ name: 'loggia' })
    .onNotification(methods.client.session.update, ({ params }) => side.updated(params))
    .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
      const optionId = await side.permission(params, signal);
      return {
        outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
      };
    })
    .onRequest(methods.client.elicitation.create, ({ params, signal }) => side.elicit(params, signal))
    .onNotification(methods.client.elicitation.complete, ({ params }) => side.elicited(params.elicitationId))
    .onRequest(methods.client.fs.readTextFile, async ({ params: { path, line, limit } }) => ({
      content: linesOf(await inWords(() => side.read(path)), line ?? 1, limit ?? undefined),
    }))
    .onRequest(methods.client.fs.writeTextFile, async ({ params: { path, content } }) => {
      await inWords(() => side.write(path, content));
      return {};
    })
    .onRequest(methods.client.terminal.create, async ({ params }) => ({
      terminalId: await inWords(() => terminals().create(params)),
    }))
    .onRequest(methods.client.terminal.output, ({ params }) =>
      inWords(() => terminals().output(params.terminalId)),
    )
    .onRequest(methods.client.terminal.waitForExit, ({ params }) =>
      inWords(() => terminals().exited(params.terminalId)),
    )
    .onRequest(methods.client.terminal.kill, ({ params }) =>
      inWords(async () => terminals().kill(params.terminalId)),
    )
    .onRequest(methods.client.terminal.release, ({ params }) =>
      inWords(async () => terminals().release(params.terminalId)),
    )
    .connect(ndJsonStream(input, output));
  // Pending requests reject on their own.
  connection.closed.catch(() => undefined);
  const { agent } = connection;
  return {
    initialize: () =>
      agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: 'loggia', title: 'Loggia', version: '0.1.0' },
        clientCapabilities: {
          fs: { readTextFile: true, writeTextFile: true },
          terminal: side.terminals !== undefined,
          session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
          elicitation: { form: {}, url: {} },
          auth: { terminal: true },
          _meta: { terminal_output_delta: true },
        },
      }),
    authenticate: async (methodId) => void (await agent.request(methods.agent.authenticate, { methodId })),
    create: (place, cancellationSignal) =>
      agent.request(methods.agent.session.new, { ...place }, { cancellationSignal }),
    resume: (sessionId, place, cancellationSignal) =>
      agent.request(methods.agent.session.resume, { sessionId, ...place }, { cancellationSignal }),
    load: (sessionId, place, cancellationSignal) =>
      agent.request(methods.agent.session.load, { sessionId, ...place }, { cancellationSignal }),
    setMode: async (sessionId, modeId) =>
      void (await agent.request(methods.agent.session.setMode, { sessionId, modeId })),
    setOption: (sessionId, configId, value) =>
      agent.request(
        methods.agent.session.setConfigOption,
        typeof value === 'boolean'
          ? { sessionId, configId, type: 'boolean', value }
          : { sessionId, configId, value },
      ),
    closeSession: async (sessionId) => void (await agent.request(methods.agent.session.close, { sessionId })),
    deleteSession: async (sessionId) =>
      void (await agent.request(methods.agent.session.delete, { sessionId })),
    prompt: (sessionId, prompt) => agent.request(methods.agent.session.prompt, { sessionId, prompt }),
    cancel: (sessionId) => agent.notify(methods.agent.session.cancel, { sessionId }),
    close: () => connection.close(),
  };
}

/** The agent wants a sign-in first. */
export function isSignInMissing(error: unknown): boolean {
  return error instanceof RequestError && error.code === -32_000;
}

async function inWords<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new RequestError(-32_603, error instanceof Error ? error.message : String(error));
  }
}

/** Lines count from 1. */
function linesOf(text: string, first: number, limit: number | undefined): string {
  if (first <= 1 && limit === undefined) return text;
  const start = Math.max(0, first - 1);
  return text
    .split('\n')
    .slice(start, limit === undefined ? undefined : start + limit)
    .join('\n');
}
