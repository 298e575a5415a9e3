import type {
  AuditRecord,
  AuthChallenge,
  ChatInputAnswers,
  ChatInputRequest,
  ConfigState,
  Customization,
  Message,
  ServerTask,
  SessionAction,
  SessionState,
  ToolContent,
  ToolDefinition,
  ToolResult,
  ViewTool,
} from '@loggia/protocol';

/** The port through which sessions get customizations, tools, skills and agents. */

export { ActionRefused } from './rules/refusal.ts';

/** The directories and settings that a session was created with. */
export interface NewSession {
  readonly uri: string;
  readonly workingDirectories: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
}

/** Why a call may run, in the audit's terms. */
export type AllowedBy = NonNullable<AuditRecord['allowedBy']>;

/** A tool of a server, with everything needed to show the agent's call to it. */
export interface OfferedTool {
  readonly customizationId: string;
  readonly displayName: string;
  /** The fingerprint of the tool's and the server's definition. Allowances are bound to this, not to the name. */
  readonly definition: string;
  /** Metadata for the call: `ui` verbatim as the tool declares it. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** The server's own name for it. */
  readonly ownName: string;
  readonly annotations: ToolAnnotations | undefined;
  /** Neither a policy nor the agent can let it run without the user's yes, which the user may give for later calls. */
  readonly needsConsent?: true;
}

/** Takes the place of a customization for the host's own tools, which no server offers. */
export const hostToolsId = 'x-loggia-host';

/** The server's own hints; they aren't promises. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

export interface ToolReport {
  readonly result: ToolResult;
  /** If given, replaces the call's metadata. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The result for the agent: text within its limits, structured content, images and sound. */
  readonly text: string;
  /** The length of the full text, if equipment has already cut it. */
  readonly textLength?: number;
  readonly structured?: unknown;
  readonly media?: readonly Media[];
}

export interface Media {
  /** Base64. */
  readonly data: string;
  readonly contentType: string;
}

/** One call of an agent while it runs. */
export interface RunningCall {
  readonly session: string;
  readonly chat: string;
  readonly turnId: string;
  readonly toolCallId: string;
  /** The name under which the session offers the tool. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** Whether the tool was read-only when it was decided whether to ask the user. */
  readonly readOnly: boolean;
  /** The name of the calling agent. */
  readonly agent: string;
  /** The user that it works for. */
  readonly person: string;
  /** The client whose message started the turn; undefined if the host started it. */
  readonly clientId: string | undefined;
  /** Why the call may run, for the audit. */
  readonly allowedBy: AllowedBy;
  readonly signal: AbortSignal;
  /** The call waits for a sign-in, and is shown that way until `resumed`. */
  authRequired(challenge: AuthChallenge): void;
  resumed(): void;
  /** Shown as the chat's activity until the call ends. Calling it often is fine: reports are throttled. */
  progress(text: string): void;
  /** Shown as the call's content until it has a result. */
  show(content: readonly ToolContent[]): void;
  /**
   * Asks the user within the turn. Rejects if the turn ends first. A question that is still open when the call ends, or
   * whose `signal` aborts, is withdrawn and answered with `cancel`; so is a question over the limit.
   */
  ask(
    request: Omit<ChatInputRequest, 'id'>,
    signal?: AbortSignal,
  ): Promise<{
    readonly response: 'accept' | 'decline' | 'cancel';
    readonly answers: ChatInputAnswers;
  }>;
  /** The server runs the call as this task. */
  runsAs?(task: ServerTask): void;
  /** The task of an earlier attempt at the turn, whose result is wanted: the tool isn't called again. */
  readonly follows?: ServerTask;
  /** Whether the task of a call that `signal` stops continues, because the turn can be resumed. */
  leavesTask?(): boolean;
  /** Asks the session's model, if its agent lets servers use it. MCP parameters and result. */
  sample?(params: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
}

/** A program that an agent wants to run. The user has agreed. */
export interface AgentProgram extends Pick<
  RunningCall,
  'session' | 'chat' | 'turnId' | 'agent' | 'person' | 'clientId' | 'allowedBy'
> {
  /** A line for the user's shell; with `args`, a program. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** An absolute path. */
  readonly cwd?: string | undefined;
  /** The program as one would type it. */
  readonly line: string;
}

/** A program in a terminal. */
export interface OpenedTerminal {
  /** The URI of the terminal. */
  readonly resource: string;
  /** Resolves when it has ended and all of its output can be read. */
  readonly exited: Promise<void>;
  end(): void;
  /** The end of its output, as plain text. */
  read(): Promise<{ readonly output: string; readonly exitCode?: number }>;
}

/** Runs programs for agents in terminals of their sessions. */
export interface CommandTerminals {
  /** The host's own tool for commands. An allowance for it covers these programs, too. */
  readonly tool: string;
  /** Rejects with a sentence for the agent. */
  open(program: AgentProgram): Promise<OpenedTerminal>;
}

/** A call of an agent to a tool of a View, which a client runs. */
export interface ViewCall extends Pick<
  RunningCall,
  'session' | 'name' | 'agent' | 'clientId' | 'allowedBy' | 'input'
> {
  readonly view: ViewTool;
}

/** A call of an agent that the user, or a hook, denied. */
export interface DeniedCall extends Pick<RunningCall, 'session' | 'name' | 'agent' | 'clientId'> {
  /** Set if it is a View's tool. */
  readonly view?: ViewTool | undefined;
  /** Absent if the user denied it. */
  readonly reason?: string;
}

export interface Skill {
  /** Unique within the session: skills that share a name carry their plugin's name before it, as in `plugin:name`. */
  readonly name: string;
  readonly description: string;
  readonly forModel: boolean;
  readonly forUser: boolean;
  /** The whole text, read on demand; with arguments, its instructions with those filled in. */
  read(given?: string): Promise<string>;
  /** The paths of its other files, from the folder of the skill. */
  readonly files?: readonly string[];
  /** The text of one of these. Rejects with a sentence. */
  readFile?(path: string): Promise<string>;
}

export interface Persona {
  readonly name: string;
  readonly instructions: string;
  readonly model?: string;
  /** The only tools it may use, by the names under which the session offers them; undefined and `*` mean all. */
  readonly tools?: readonly string[];
}

/** A rule, with its text. */
export interface Rule {
  readonly name: string;
  readonly text: string;
  /** The touched files that it is about; absent for a rule that always applies. */
  readonly files?: readonly string[];
}

/** Everything that customizations add to one message of the user. */
export interface Guidance {
  /** The agent that the message chose. */
  readonly persona: Persona | undefined;
  /** The skill or prompt that the message invoked with `/name`; `text` has the arguments, which `rest` repeats. */
  readonly invoked: { readonly name: string; readonly text: string; readonly rest: string } | undefined;
  readonly skills: readonly Skill[];
  /** Prompts that users can call with `/name`. */
  readonly prompts?: readonly { readonly name: string }[];
  /** Rules that apply to every message, and those for the files that the turn has touched so far. */
  readonly rules: readonly Rule[];
}

/** A call of an agent that hooks are told of. */
export interface HookedCall {
  readonly id: string;
  /** The name under which the session offers the tool. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
}

/** A moment of a turn at which plugins may run programs. */
export type HookMoment =
  /** Before every turn: each hook runs once, and what it added holds for later turns as well. */
  | { readonly event: 'SessionStart'; readonly source: 'startup' | 'resume' }
  | { readonly event: 'UserPromptSubmit'; readonly prompt: string }
  | { readonly event: 'PreToolUse'; readonly call: HookedCall }
  | {
      readonly event: 'PostToolUse' | 'PostToolUseFailure';
      readonly call: HookedCall;
      readonly result: string;
    }
  /** `continued`: the turn only runs because such a hook kept the agent from stopping. */
  | { readonly event: 'Stop'; readonly continued: boolean; readonly reply: string };

export interface HookRequest extends Pick<
  RunningCall,
  'session' | 'chat' | 'agent' | 'clientId' | 'signal' | 'progress'
> {
  readonly moment: HookMoment;
}

/** The answer of all hooks at a moment. */
export interface HookVerdict {
  /** Why the prompt, the call or the end of the turn must not be; for a call that has ended, what is wrong with it. */
  readonly block?: string;
  /** The user must be asked about the call. */
  readonly ask?: true;
  /** Why the whole turn must end. */
  readonly stop?: string;
  /** Texts for the agent, by the plugin that adds them. */
  readonly context: readonly Rule[];
  /** Sentences for the user. */
  readonly notices: readonly string[];
}

/** A session that somebody may create. */
export interface WantedSession {
  /** The URI of the project that it would belong to. */
  readonly project?: string | undefined;
  readonly workingDirectory?: string | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

/** Equips sessions. Methods don't throw unless they say so: failures show in the session's customizations. */
export interface Equipment {
  /**
   * The settings that a new session starts with; `config` holds its creator's choices. If this throws a
   * `ProtocolError`, the creator gets that error and the session isn't created.
   */
  configFor(session: Omit<NewSession, 'uri'>): Promise<ConfigState | undefined>;
  /** The same before a session exists, so that clients can offer its settings. */
  resolveConfig(wanted: WantedSession): Promise<ConfigState | undefined>;
  /** The session is in use from now on: it was created, or a client watches it or starts a turn. Cheap to repeat. */
  use(uri: string): void;
  /**
   * Nobody watches the session, and none of its turns runs. May follow `use` immediately: a client that creates a
   * session isn't watching it yet.
   */
  idle(uri: string): void;
  disposed(uri: string): void;
  /** The reason to refuse a client's action; called before it is appended. */
  refuse(uri: string, state: SessionState, action: SessionAction): string | undefined;
  /**
   * A client's action was appended, or the host appended `session/activeClientRemoved` for a client that left or stayed
   * away.
   */
  followed(uri: string, action: SessionAction, clientId: string): void;
  /**
   * Resolves when a turn may start: the servers that the session waits for are up, or the time is up, or the user chose
   * to go on without them. The result names the servers that are still starting, whose tools are missing.
   */
  ready(uri: string, signal: AbortSignal, waitsFor?: WaitsFor): Promise<readonly string[]>;
  /**
   * Resolves when no server of the session is being installed or started. `starting` gets their names, whenever those
   * change. Unlike `ready`, this holds nothing up and knows no deadline.
   */
  started(uri: string, signal: AbortSignal, starting: WaitsFor): Promise<void>;
  tool(uri: string, name: string): OfferedTool | undefined;
  /** Absent if agents can't run programs in terminals. */
  readonly terminals?: CommandTerminals;
  /** Runs the call to its end. Rejects only if `signal` aborts. */
  call(call: RunningCall): Promise<ToolReport>;
  /** Records a denied call; the server isn't told. */
  denied(call: DeniedCall): void;
  /**
   * The fingerprint of a View's tool and of its server, which allowances are bound to. Undefined if agents can't use the
   * tool now: the server doesn't run in this session, or the user doesn't let the View offer tools.
   */
  viewTool?(uri: string, tool: ViewTool, definition: ToolDefinition): string | undefined;
  /** Runs the work, which waits for the View's answer, and records the call. */
  viewCall?(call: ViewCall, work: () => Promise<ToolResult>): Promise<ToolResult>;
  /** The result of a client's tool with its large parts stored elsewhere, as for results of servers. */
  kept?(result: ToolResult): Promise<ToolResult>;
  guidance(uri: string, message: Message): Promise<Guidance>;
  /** Runs the hooks of the moment. A hook that fails or hangs is among the notices. */
  hooks(request: HookRequest): Promise<HookVerdict>;
  /** The rules for these files: paths as they were written, or `file:` URIs. */
  rulesFor(uri: string, files: readonly string[]): Promise<readonly Rule[]>;
  /** The customizations that every agent of this host has before any session exists. */
  declared(): readonly Customization[];
}

/** Called with the names of the servers that a turn waits for; none while only files are being read. */
export type WaitsFor = (servers: readonly string[]) => void;

/** Gives equipment access to sessions. */
export interface SessionAccess {
  /** The current state, if the session is in memory. */
  state(uri: string): SessionState | undefined;
  /** Loads the session if necessary; undefined if it doesn't exist. */
  load(uri: string): Promise<SessionState | undefined>;
  /** Appends immediately if the session is in memory, otherwise after loading it; does nothing if it is gone. */
  append(uri: string, action: SessionAction): void;
  /** Call this when the result of `declared` has changed. */
  declaredChanged(): void;
}
