import type { CapabilityEntry, LifecycleEvent, Permission } from '@loggia/content';

/** A `CallToolResult` as it came. */
export interface McpResult {
  readonly content?: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface ServerHandlerStatus {
  readonly kind: 'server';
  readonly server: string;
  /** As users know it. */
  readonly name: string;
  /** Whether it takes calls now. */
  readonly ready: boolean;
  /** Why it does not, in a sentence. */
  readonly reason?: string | undefined;
  readonly events: Readonly<Partial<Record<LifecycleEvent, { readonly tool: string }>>>;
  readonly capabilities: Readonly<Record<string, CapabilityEntry>>;
  /** What its contract asks for beyond the artifact at hand. */
  readonly needs: readonly Permission[];
}

/** Who answers for a type. */
export type HandlerStatus =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'platform'; readonly capabilities: Readonly<Record<string, CapabilityEntry>> }
  /** Several claim it and nobody has decided; `reason` names them. */
  | { readonly kind: 'disputed'; readonly reason: string }
  | ServerHandlerStatus;

export interface HandlerCall {
  readonly workspace: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the token that goes along is good for, and in whose name. */
  readonly about: {
    readonly artifact: string;
    readonly by: string;
    readonly grant: 'read' | 'write';
    /** What the type's contract needs, as far as whoever is behind the call holds it. */
    readonly permissions: readonly Permission[];
  };
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * The way to the servers that own types.
 *
 * The implementer owes answers from memory: `statusOf` is asked for often and must be cheap. It also knows of servers
 * that are declared but down, by the contract they had last.
 */
export interface HandlerAccess {
  statusOf(workspace: string, type: string): HandlerStatus;

  /** Has the workspace's servers run until the result is called. */
  use(workspace: string): () => void;

  /**
   * `tools/call` as the host, with a token for what it is `about`. Rejects with a sentence when there is no result; a
   * result that says `isError` is a result.
   */
  call(request: HandlerCall): Promise<McpResult>;

  /** Hears of every change to what `statusOf` says for a workspace. The result ends that. */
  onChange(listener: (workspace: string) => void): () => void;

  /** Where the bytes of an artifact are, for whoever has the token of a call: as it stands, or as a version was. */
  contentUrl(artifact: string, version?: number): string;
}
