/** The Agent Client Protocol: the only file that knows its SDK. */
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type AuthMethod,
  type ContentBlock,
  type InitializeResponse,
  type McpServer,
  type Plan,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionNotification,
  type SessionUpdate,
  type ToolCallContent,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk';

export type {
  AuthMethod,
  ContentBlock,
  InitializeResponse,
  McpServer,
  Plan,
  PromptResponse,
  RequestPermissionRequest,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
};

export const protocolVersion = PROTOCOL_VERSION;

/** An agent's reports and requests. A rejection is told to the agent with its message. */
export interface ClientSide {
  updated(update: SessionNotification): void;
  /** The id of the chosen option; undefined if the turn was canceled. */
  permission(request: RequestPermissionRequest): Promise<string | undefined>;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
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
  create(place: SessionPlace): Promise<string>;
  resume(sessionId: string, place: SessionPlace): Promise<void>;
  /** The agent repeats the whole conversation as updates before this resolves. */
  load(sessionId: string, place: SessionPlace): Promise<void>;
  prompt(sessionId: string, blocks: ContentBlock[]): Promise<PromptResponse>;
  cancel(sessionId: string): Promise<void>;
  close(): void;
}

export interface Pipes {
  readonly input: WritableStream<Uint8Array>;
  readonly output: ReadableStream<Uint8Array>;
}

export function connect({ input, output }: Pipes, side: ClientSide): AgentSide {
  const connection = client({ name: 'loggia' })
    .onNotification(methods.client.session.update, ({ params }) => side.updated(params))
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      const optionId = await side.permission(params);
      return {
        outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
      };
    })
    .onRequest(methods.client.fs.readTextFile, async ({ params: { path, line, limit } }) => ({
      content: linesOf(await inWords(() => side.read(path)), line ?? 1, limit ?? undefined),
    }))
    .onRequest(methods.client.fs.writeTextFile, async ({ params: { path, content } }) => {
      await inWords(() => side.write(path, content));
      return {};
    })
    .connect(ndJsonStream(input, output));
  // Pending requests reject on their own.
  connection.closed.catch(() => undefined);
  const { agent } = connection;
  return {
    initialize: () =>
      agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: 'loggia', title: 'Loggia', version: '0.1.0' },
        clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, session: { notices: {} } },
      }),
    authenticate: async (methodId) => void (await agent.request(methods.agent.authenticate, { methodId })),
    create: async (place) => (await agent.request(methods.agent.session.new, { ...place })).sessionId,
    resume: async (sessionId, place) =>
      void (await agent.request(methods.agent.session.resume, { sessionId, ...place })),
    load: async (sessionId, place) =>
      void (await agent.request(methods.agent.session.load, { sessionId, ...place })),
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
