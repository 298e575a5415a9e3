import type {
  AuditRecord,
  AuthChallenge,
  ChatInputAnswers,
  ChatInputRequest,
  ConfigState,
  Customization,
  Message,
  SessionAction,
  SessionState,
  ToolResult,
} from '@loggia/protocol';

/** The port through which sessions get customizations, tools, skills and agents. */

export { ActionRefused } from './rules/refusal.ts';

/** Who owns a session, and what it was created with. */
export interface NewSession {
  readonly uri: string;
  readonly workingDirectories: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
}

/** Why a call may run, as the audit says it. */
export type AllowedBy = NonNullable<AuditRecord['allowedBy']>;

/** A tool that a server offers, as the agent's call to it is shown. */
export interface OfferedTool {
  readonly customizationId: string;
  readonly displayName: string;
  /** The fingerprint of how the tool and its server are defined: what somebody allows is this, not a name. */
  readonly definition: string;
  /** Goes onto the call: `ui` verbatim as the tool declares it. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** What the server says of it; a hint, not a promise. */
  readonly annotations: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean } | undefined;
}

export interface ToolReport {
  readonly result: ToolResult;
  /** Replaces what the call carries, where given. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** For the agent: text within its limits, what was structured, and images and sound. */
  readonly text: string;
  /** How long the text was, where equipment has cut it already. */
  readonly textLength?: number;
  readonly structured?: unknown;
  readonly media?: readonly Media[];
}

export interface Media {
  /** Base64. */
  readonly data: string;
  readonly contentType: string;
}

/** One call of the agent while it runs. */
export interface RunningCall {
  readonly session: string;
  readonly chat: string;
  readonly toolCallId: string;
  /** The offered name. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** Whether the tool said that it only reads when it was decided whether to ask the user. */
  readonly readOnly: boolean;
  /** The name of the agent that calls. */
  readonly agent: string;
  /** The client whose message began the turn; undefined where the host did. */
  readonly clientId: string | undefined;
  /** Why the call may run, for the record. */
  readonly allowedBy: AllowedBy;
  readonly signal: AbortSignal;
  /** The call waits for a sign-in; shown as such until `resumed`. */
  authRequired(challenge: AuthChallenge): void;
  resumed(): void;
  /** Shown as what the chat does, until the call is over. Call it as often as you like. */
  progress(text: string): void;
  /**
   * Asks the user within the turn. Rejects when the turn ends first. A question that the call leaves behind, or whose
   * `signal` aborts, is withdrawn and answered with `cancel`; so is one too many.
   */
  ask(
    request: Omit<ChatInputRequest, 'id'>,
    signal?: AbortSignal,
  ): Promise<{
    readonly response: 'accept' | 'decline' | 'cancel';
    readonly answers: ChatInputAnswers;
  }>;
  /** Asks the session's model, if its agent has one to lend. MCP parameters and result. */
  sample?(params: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
}

/** A call of the agent that the user did not allow. */
export type DeniedCall = Pick<RunningCall, 'session' | 'name' | 'agent' | 'clientId'>;

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly forModel: boolean;
  readonly forUser: boolean;
  /** The whole text, read when asked for. */
  read(): Promise<string>;
}

export interface Persona {
  readonly name: string;
  readonly instructions: string;
  readonly model?: string;
  /** The only tools it may use, by the names under which the session offers them; undefined is all, and so is `*`. */
  readonly tools?: readonly string[];
}

/** What customizations add to one message of the user. */
export interface Guidance {
  /** The agent that the message chose. */
  readonly persona: Persona | undefined;
  /** A skill or prompt that the message invoked by `/name`, with its text. */
  readonly invoked: { readonly name: string; readonly text: string; readonly rest: string } | undefined;
  readonly skills: readonly Skill[];
  /** Standing instructions. */
  readonly rules: readonly { readonly name: string; readonly text: string }[];
}

/**
 * What equips sessions. Nothing here throws unless it says so: what goes wrong shows in the session's customizations.
 */
export interface Equipment {
  /**
   * The settings that a new session starts with; `config` is what its creator wants. A `ProtocolError` thrown here is
   * what the creator is told, and there is no session.
   */
  configFor(session: Omit<NewSession, 'uri'>): Promise<ConfigState | undefined>;
  /** The same for whoever is about to create one, with what else it would have. */
  resolveConfig(wanted: {
    readonly workingDirectory?: string | undefined;
    readonly config?: Readonly<Record<string, unknown>> | undefined;
  }): Promise<ConfigState | undefined>;
  /** The session is in use from now on: it was created, or somebody watches it or speaks in it. Cheap when it was. */
  use(uri: string): void;
  /**
   * Nobody watches the session, and none of its turns runs. May follow `use` at once: whoever created a session has not
   * begun to watch it yet.
   */
  idle(uri: string): void;
  disposed(uri: string): void;
  /** Why a client's action cannot be; asked before it is appended. */
  refuse(uri: string, state: SessionState, action: SessionAction): string | undefined;
  /**
   * A client's action was appended, or `session/activeClientRemoved` by the host in place of a client that left or
   * stayed away.
   */
  followed(uri: string, action: SessionAction, clientId: string): void;
  /** Resolves when a turn may begin: what the session waits for is up, or the user wants to go on without it. */
  ready(uri: string, signal: AbortSignal): Promise<void>;
  tool(uri: string, name: string): OfferedTool | undefined;
  /** Runs the call to its end. Rejects only when `signal` aborts. */
  call(call: RunningCall): Promise<ToolReport>;
  /** For the record: the server never hears of it. */
  denied(call: DeniedCall): void;
  guidance(uri: string, message: Message): Promise<Guidance>;
  /** What every agent of this host comes with, before any session. */
  declared(): readonly Customization[];
}

/** What equipment may do to sessions. */
export interface SessionAccess {
  /** As it is now, if it is in memory. */
  state(uri: string): SessionState | undefined;
  /** Loads it if need be; undefined when there is none. */
  load(uri: string): Promise<SessionState | undefined>;
  /** Appends at once to a session that is in memory, later to one that must be loaded; passed over when it is gone. */
  append(uri: string, action: SessionAction): void;
  /** What `declared` returns has changed. */
  declaredChanged(): void;
}
