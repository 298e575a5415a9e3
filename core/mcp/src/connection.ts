import type { Principal } from '@loggia/access';
import type { Icon, McpServerState } from '@loggia/protocol';
import type { Caller } from './audit/recorder.ts';
import type { CancelSignal } from './cancel-signal.ts';
import type { ServerDefinition } from './definition.ts';
import type { ServerLog } from './connections/server-log.ts';

/** A tool as the server describes it, nothing left out. Its texts for readers have no control characters. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly icons?: readonly Icon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A `CallToolResult` as it came, including what this version of ours does not know. */
export interface McpToolResult {
  readonly content?: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What the server said of itself when it was connected. */
export interface ServerFacts {
  readonly name: string;
  readonly version?: string;
  readonly title?: string;
  readonly icons?: readonly Icon[];
  readonly instructions?: string;
  readonly protocolVersion: string;
  readonly era: 'legacy' | 'modern';
  /** What it serves; absent is not served. */
  readonly tools?: { readonly listChanged: boolean };
  readonly resources?: { readonly listChanged: boolean };
  readonly prompts?: { readonly listChanged: boolean };
  readonly logging: boolean;
}

/** An elicitation as the server sent it: a form (`requestedSchema`) or a page to open (`url`). */
export interface Elicitation {
  readonly message: string;
  readonly requestedSchema?: Readonly<Record<string, unknown>>;
  readonly url?: string;
  readonly elicitationId?: string;
}

export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/** How something is asked of a server, and how the server can ask back. Everything is optional. */
export interface CallOptions {
  readonly session?: string;
  readonly signal?: CancelSignal;
  /** In place of the definition's. */
  readonly timeoutMs?: number;
  progress?(progress: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }): void;
  /** Absent: nobody can be asked, and the server is told so. */
  elicit?(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** MCP `sampling/createMessage`, parameters and result verbatim. */
  sample?(
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** The same, with who asks: it is on record. */
export interface CallContext extends CallOptions {
  readonly caller: Caller;
}

export interface RequestContext extends CallOptions {
  /** `host`: the host reads what the server declares. That is part of connecting, and not on record. */
  readonly caller: Caller | 'host';
}

export type ConnectionChange = 'state' | 'tools' | 'resources' | 'prompts' | 'facts';

/**
 * One supervised connection. It is shared: whoever holds a lease on it sees the same state. It records what it is asked.
 *
 * Requests reject with `ServerFailure` or `AuthNeeded`, and with nothing else. When the process or the line dies, what
 * is under way rejects at once.
 */
export interface ServerConnection {
  readonly definition: ServerDefinition;
  readonly state: McpServerState;
  /** Undefined until it was ready for the first time. */
  readonly facts: ServerFacts | undefined;
  /** As last listed; kept while the server restarts, so that names stay what they were. */
  readonly tools: readonly McpTool[];
  readonly logs: ServerLog;
  readonly pid: number | undefined;
  /** How often it was started again since somebody asked for it. */
  readonly restarts: number;
  /** Resolves once it is neither starting nor about to be started again. */
  settled(signal?: CancelSignal): Promise<void>;
  onChange(listener: (change: ConnectionChange) => void): () => void;
  callTool(
    request: {
      readonly name: string;
      readonly arguments?: Readonly<Record<string, unknown>>;
      readonly _meta?: Readonly<Record<string, unknown>>;
    },
    context: CallContext,
  ): Promise<McpToolResult>;
  /** Any other request, parameters and result verbatim. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ): Promise<unknown>;
  /** Stops it and starts it anew, for everybody; after it gave up, too. */
  restart(): void;
}

/** Who wants a connection. Two requests share one when definition, server, principal and workspace are the same. */
export interface LeaseRequest {
  /** Stable id of the declaration. Tokens are kept by it: two declarations share none, whatever they name. */
  readonly server: string;
  readonly definition: ServerDefinition;
  readonly principal: Principal;
  readonly workspace: string | undefined;
  /** What counts as one user of it, such as a session's URI. */
  readonly holder: string;
}

export interface ServerLease {
  readonly connection: ServerConnection;
  /** The last one out stops the server. Safe to call twice. */
  release(): void;
}
