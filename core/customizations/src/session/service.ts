import type {
  ConfigState,
  Enablement,
  Finding,
  ServerLogEntry,
  ServerReport,
  ServerSettings,
  SourceReview,
  ToolDefinition,
} from '@loggia/protocol';
import type { Caller, McpToolResult, ServerConnection } from '@loggia/mcp';
import type { Equipment, WantedSession } from '@loggia/sessions/equipment';
import type { TrustDecision } from '../decisions/trust-store.ts';
import type { ServerSource } from './planned.ts';
import type { InteractiveCalls } from './interactive-calls.ts';
import type { PluginOperations } from './plugin-operations.ts';
import type { PromptOperations } from './prompt-operations.ts';
import type { ServerSetup } from './server-setup.ts';

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

/** Supervises the servers: their state, starting and stopping, logs. */
export interface SupervisionOperations {
  listServers(params: InScope): Promise<{ servers: ServerReport[] }>;
  /** Resolves when the server has settled, or the time is up. */
  startServer(params: OneServer): Promise<{ server: ServerReport }>;
  stopServer(params: OneServer): Promise<{ server: ServerReport }>;
  restartServer(params: OneServer): Promise<{ server: ServerReport }>;
  serverLogs(
    params: OneServer & { readonly after?: number | undefined; readonly limit?: number | undefined },
  ): Promise<{ entries: ServerLogEntry[]; dropped: number }>;
}

/** The servers that people add, and delegates register. */
export interface AddedServerOperations {
  /** Adding again what was added on behalf of the same artifact, with the same settings, changes nothing. */
  addServer(
    params: {
      readonly name: string;
      readonly settings: ServerSettings;
      /** The id of the only workspace that is to have it. */
      readonly workspace?: string | undefined;
      /** False: nothing is started until somebody uses it. */
      readonly start?: boolean | undefined;
    },
    by: AskedBy,
  ): Promise<{ id: string }>;
  /** A delegate removes only what was added on behalf of its own artifact; PermissionDenied otherwise. */
  removeServer(params: { readonly server: string }, by: AskedBy): Promise<Record<string, never>>;
  /** A workspace is gone: removes the servers that only it had, and everything decided about them and for it. */
  forgetWorkspace(workspace: string): Promise<void>;
  /** Throws PermissionDenied unless who asks may start, stop and look into the server: a delegate may only its own. */
  assertControls(params: InScope & { readonly server?: string | undefined }, by: AskedBy): Promise<void>;
}

/** The tools of servers, called by a person outside any chat. */
export interface ToolOperations {
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
      /** The client's own name for the call. */
      readonly call?: string | undefined;
    },
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<McpToolResult>;
}

export interface DiagnosisOperation {
  /** Outside of sessions it starts what is stopped, to see how that goes. */
  diagnose(params: InScope & { readonly server?: string | undefined }): Promise<{ findings: Finding[] }>;
}

/** Which sources may run what they contain. */
export interface TrustOperations {
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

/** Which servers, plugins and parts of plugins are turned on. */
export interface EnablementOperations {
  /**
   * Decides for a session, for the workspace whose channel it is, or without either for everywhere. `enabled`
   * undefined removes the decision. The result is what then holds.
   */
  setEnabled(
    params: InScope & {
      /** By id, or by name where only one has it. */
      readonly customization: string;
      readonly enabled?: boolean | undefined;
    },
  ): Promise<{ enabled: boolean; enablement: Enablement[] }>;
}

/**
 * The users' commands on servers, outside of sessions.
 *
 * Everything throws ProtocolError with a sentence: SessionNotFound and NotFound for what is not there, InvalidParams for
 * what is not clear or makes no sense.
 */
export type ServerOperations = SupervisionOperations &
  AddedServerOperations &
  ToolOperations &
  DiagnosisOperation &
  TrustOperations &
  EnablementOperations;

/** A server that somebody is equipped with. */
export interface EquippedServer {
  /** The id of its customization. */
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

export interface EquipmentService
  extends Equipment, ServerOperations, ServerSetup, PromptOperations, PluginOperations {
  /** The calls that people and their Views make outside any chat. */
  readonly calls: InteractiveCalls;
  /** In the order of the customizations; undefined for who is not in use. */
  servers(uri: string): readonly EquippedServer[] | undefined;
  /** The fingerprint of a server's definition; undefined when nobody has such a server now. */
  definitionOf(server: string): string | undefined;
  /** Told whenever `servers` may answer differently. The result ends it. */
  onServersChanged(listener: (uri: string) => void): () => void;
  /** The settings of a session that is yet to be created. */
  resolveConfig(wanted: WantedSession): Promise<ConfigState>;
  /** Lets go of every server at once. */
  stop(): void;
}
