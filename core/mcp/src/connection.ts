import type { Principal } from '@loggia/access';
import type { Icon, McpServerState, ServerTask } from '@loggia/protocol';
import type { Caller } from './audit/recorder.ts';
import type { CancelSignal } from './cancel-signal.ts';
import type { ServerDefinition } from './definition.ts';
import type { ServerLog } from './connections/server-log.ts';

/** A tool as the server describes it, complete. Its texts have no control characters. */
export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly execution?: { readonly taskSupport?: unknown };
  readonly icons?: readonly Icon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A `CallToolResult`, unchanged, including fields that we don't know. */
export interface McpToolResult {
  readonly content?: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The server's description of itself from the handshake. */
export interface ServerFacts {
  readonly name: string;
  readonly version?: string;
  readonly title?: string;
  readonly icons?: readonly Icon[];
  readonly instructions?: string;
  readonly protocolVersion: string;
  readonly era: 'legacy' | 'modern';
  /** Its capabilities; absent means not supported. */
  readonly tools?: { readonly listChanged: boolean };
  readonly resources?: { readonly listChanged: boolean };
  readonly prompts?: { readonly listChanged: boolean };
  /** Whether it offers skills. */
  readonly skills?: true;
  /** Whether it suggests values for the arguments of its prompts and templates. */
  readonly completions?: true;
  /** Whether a call may ask it for a task. Servers of the modern era decide that themselves. */
  readonly tasks?: true;
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

/** Options of a request, including how the server can ask back. Everything is optional. */
export interface CallOptions {
  readonly session?: string;
  readonly signal?: CancelSignal;
  /** Overrides the definition's. */
  readonly timeoutMs?: number;
  /** A task only has a message. */
  progress?(progress: {
    readonly progress?: number;
    readonly total?: number;
    readonly message?: string;
  }): void;
  /** The server runs the call as a task. */
  task?(task: ServerTask): void;
  /** A task of an earlier call, whose result this call waits for: the tool isn't called. */
  readonly follows?: ServerTask;
  /** Whether a task continues when its call is stopped, because a later call will follow it. By default it is canceled. */
  leavesTask?(): boolean;
  /** Absent: nobody can be asked, and the server is told so. */
  elicit?(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** MCP `sampling/createMessage`, parameters and result verbatim. */
  sample?(
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** The same with the caller, for the audit. */
export interface CallContext extends CallOptions {
  readonly caller: Caller;
}

export interface RequestContext extends CallOptions {
  /** `host`: the host reads the server's declarations. That is part of connecting, and isn't recorded. */
  readonly caller: Caller | 'host';
}

/** `installing`: an installation has begun or is over. `folder`: the server has asked for its folder for the first time. */
export type ConnectionChange =
  | 'state'
  | 'tools'
  | 'resources'
  | 'prompts'
  | 'facts'
  | 'folder'
  | 'installing';

/**
 * One supervised connection. It is shared: all lease holders see the same state. It records its requests.
 *
 * Requests reject with `ServerFailure` or `AuthNeeded`, and with nothing else. When the process or the line dies,
 * pending requests reject immediately.
 */
export interface ServerConnection {
  readonly definition: ServerDefinition;
  readonly state: McpServerState;
  /** Undefined until it is ready for the first time. */
  readonly facts: ServerFacts | undefined;
  /** The last list; kept while the server restarts, so that names stay the same. */
  readonly tools: readonly McpTool[];
  readonly logs: ServerLog;
  readonly pid: number | undefined;
  /** The program that installs the server's package, such as `npx`, while it does. The state is `starting`. */
  readonly installing: string | undefined;
  /** The number of restarts since it was last requested. */
  readonly restarts: number;
  /** Resolves once it is neither starting nor about to be restarted. */
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
  /** Ends an installation for everybody: the state becomes an error. Does nothing while none runs. */
  cancelInstallation(): void;
  /** Restarts it for everybody, even after it gave up. */
  restart(): void;
}

/**
 * A request for a connection. Two requests share one if definition, server and principal are the same, and the
 * folders too if the server uses them.
 */
export interface LeaseRequest {
  /**
   * The stable id of the declaration. Tokens are stored under it: two declarations never share one, whatever they name.
   */
  readonly server: string;
  readonly definition: ServerDefinition;
  readonly principal: Principal;
  /** The folders that its user works in, the primary one first. */
  readonly folders: readonly string[];
  /** One user of it, such as a session's URI. */
  readonly holder: string;
}

export interface ServerLease {
  readonly connection: ServerConnection;
  /** False once the connection turns out to be for other folders. The same request then gets another connection. */
  readonly fits: boolean;
  /**
   * When the last lease is released the server stops: after a delay, so that a reloaded page finds it running, or `at
   * once` if this definition won't be needed again. Safe to call twice.
   */
  release(how?: 'at once'): void;
}
