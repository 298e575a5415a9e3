import type { CapabilityEntry, LifecycleEvent, Permission } from '@loggia/content';

/** A `CallToolResult` as it came. */
export interface McpResult {
  readonly content?: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A server that is asked about artifacts of a type. */
export interface HandlerServer {
  readonly server: string;
  /** The name that users see. */
  readonly name: string;
  /** Whether it accepts calls now. */
  readonly ready: boolean;
  /** Why it doesn't, in a sentence. */
  readonly reason?: string | undefined;
}

/** A server that provides capabilities of a standard type, without being told of events. */
export interface CapabilityServer extends HandlerServer {
  readonly capabilities: Readonly<Record<string, { readonly tool: string }>>;
}

export interface ServerHandlerStatus extends HandlerServer {
  readonly kind: 'server';
  readonly events: Readonly<Partial<Record<LifecycleEvent, { readonly tool: string }>>>;
  readonly capabilities: Readonly<Record<string, CapabilityEntry>>;
  /** The permissions its contract needs beyond the artifact at hand. */
  readonly needs: readonly Permission[];
}

/** The handler of a type. */
export type HandlerStatus =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'platform';
      /** Built-in ones. */
      readonly capabilities: Readonly<Record<string, CapabilityEntry>>;
      /** The servers that are asked before the platform, best first. */
      readonly providers?: readonly CapabilityServer[];
    }
  /** Several servers claim it without a decision; `reason` names them. */
  | { readonly kind: 'disputed'; readonly reason: string }
  | ServerHandlerStatus;

export interface HandlerCall {
  readonly workspace: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The scope of the token that is passed along, and the person behind it. */
  readonly about: {
    readonly artifact: string;
    readonly by: string;
    readonly grant: 'read' | 'write';
    /** The permissions that the type's contract needs, limited to those of everybody behind the call. */
    readonly permissions: readonly Permission[];
  };
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Access to the servers that own types.
 *
 * Implementations answer from memory: `statusOf` is called often and must be cheap. It also covers servers that are
 * declared but down, by their last contract.
 */
export interface HandlerAccess {
  statusOf(workspace: string, type: string): HandlerStatus;

  /** Keeps the workspace's servers running until the returned function is called. */
  use(workspace: string): () => void;

  /**
   * `tools/call` as the host, with a token for what it is `about`. Rejects with a sentence if there is no result; a
   * result with `isError` is a result.
   */
  call(request: HandlerCall): Promise<McpResult>;

  /** Reports every change of `statusOf` for a workspace. The returned function stops that. */
  onChange(listener: (workspace: string) => void): () => void;

  /** The address of an artifact's bytes, for the holder of a call's token: the current ones, or those of a version. */
  contentUrl(artifact: string, version?: number): string;
}
