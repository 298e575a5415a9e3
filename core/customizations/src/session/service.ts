import type {
  ConfigState,
  Finding,
  ServerLogEntry,
  ServerReport,
  ServerSettings,
  SourceReview,
  ToolDefinition,
} from '@loggia/protocol';
import type { Caller, McpToolResult, ServerConnection } from '@loggia/mcp';
import type { Equipment } from '@loggia/sessions/equipment';
import type { TrustDecision } from '../decisions/trust-store.ts';
import type { ServerSource } from './planned.ts';

/** Without a session, what the host has for itself is meant. */
export interface InScope {
  readonly session?: string | undefined;
}

/** By id, or by name where only one has it. */
export interface OneServer extends InScope {
  readonly server: string;
}

/** On whose decision a server is added. A delegate names the artifacts that its key is about; a person names none. */
export interface AskedBy {
  readonly person: boolean;
  readonly artifacts: readonly string[];
}

/**
 * The users' commands on servers, outside of sessions.
 *
 * Everything throws ProtocolError with a sentence: SessionNotFound and NotFound for what is not there, InvalidParams for
 * what is not clear or makes no sense.
 */
export interface ServerOperations {
  listServers(params: InScope): Promise<{ servers: ServerReport[] }>;
  /** Adding again what was added on behalf of the same artifact, with the same settings, changes nothing. */
  addServer(
    params: { readonly name: string; readonly settings: ServerSettings },
    by: AskedBy,
  ): Promise<{ id: string }>;
  /** A delegate removes only what was added on behalf of its own artifact; PermissionDenied otherwise. */
  removeServer(params: { readonly server: string }, by: AskedBy): Promise<Record<string, never>>;
  /** Throws PermissionDenied unless who asks may start, stop and look into the server: a delegate may only its own. */
  assertControls(params: InScope & { readonly server?: string | undefined }, by: AskedBy): Promise<void>;
  /** Resolves when the server has settled, or the time is up. */
  startServer(params: OneServer): Promise<{ server: ServerReport }>;
  stopServer(params: OneServer): Promise<{ server: ServerReport }>;
  restartServer(params: OneServer): Promise<{ server: ServerReport }>;
  serverLogs(
    params: OneServer & { readonly after?: number | undefined; readonly limit?: number | undefined },
  ): Promise<{ entries: ServerLogEntry[]; dropped: number }>;
  /** Starts what is stopped. */
  listTools(params: InScope & { readonly server?: string | undefined }): Promise<{
    tools: { server: string; serverName: string; tool: ToolDefinition }[];
    missing: { server: string; serverName: string; reason: string }[];
  }>;
  /** The server's result as it came. Also throws AuthRequired, Unavailable and, for the server's own errors, ForeignError. */
  callTool(
    params: OneServer & {
      readonly tool: string;
      readonly arguments?: Readonly<Record<string, unknown>> | undefined;
    },
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<McpToolResult>;
  /** Outside of sessions it starts what is stopped, to see how that goes. */
  diagnose(params: InScope & { readonly server?: string | undefined }): Promise<{ findings: Finding[] }>;
  /** Compares what a source would run or add to prompts with what was approved. */
  reviewTrust(params: { readonly source: string }): Promise<{ review: SourceReview }>;
  /**
   * Trust is about what was reviewed: without its fingerprint it is InvalidParams, and Conflict when the source has
   * changed meanwhile.
   */
  setTrust(params: {
    readonly source: string;
    readonly decision: TrustDecision;
    readonly fingerprint?: string | undefined;
  }): Promise<Record<string, never>>;
  /** With the name where the source is a server that was added. */
  listTrust(): Promise<{
    sources: { source: string; name?: string; decision: 'trusted' | 'denied'; at: string }[];
  }>;
}

/** A server that somebody is equipped with. */
export interface EquippedServer {
  /** Of its customization. */
  readonly id: string;
  readonly name: string;
  readonly source: ServerSource;
  /** The fingerprint of what was declared: decisions about the server are about this. */
  readonly definition: string;
  /** It is turned on, its source is trusted, and its declaration makes sense. */
  readonly usable: boolean;
  /** Undefined while it does not run for them. */
  readonly connection: ServerConnection | undefined;
  /** Its `mcp:` channel for them. */
  readonly channel: string | undefined;
}

export interface EquipmentService extends Equipment, ServerOperations {
  /** In the order of the customizations; undefined for who is not in use. */
  servers(uri: string): readonly EquippedServer[] | undefined;
  /** The fingerprint of a server's definition; undefined when nobody has such a server now. */
  definitionOf(server: string): string | undefined;
  /** Told whenever `servers` may answer differently. The result ends it. */
  onServersChanged(listener: (uri: string) => void): () => void;
  /** The settings of a session that is yet to be created. */
  resolveConfig(params: {
    readonly workingDirectory?: string | undefined;
    readonly config?: Readonly<Record<string, unknown>> | undefined;
  }): Promise<ConfigState>;
  /** Lets go of every server at once. */
  stop(): void;
}
