import type { AgentCommand, Announcements, OptionValue } from './announcements.ts';
import type { ContextUse } from './context-use.ts';
import type { WorkspaceContents } from './desk.ts';
import type { Guidance, Media } from './equipment.ts';
import type { OwnCall, PermissionOption, PlanStep } from './own-call.ts';
import type { Recalled, Summary } from './recall.ts';
import type { ChatMemory, ProcessGuard, TurnFiles, TurnTerminals } from './turn-work.ts';

export type { AgentCommand, AgentOption, Announcements, OptionValue } from './announcements.ts';
export type { ContextPart, ContextUse } from './context-use.ts';
export type { Library, ListedArtifact, ListedType, Named, WorkspaceContents } from './desk.ts';
export type { Guidance, Media, Persona, Rule, Skill } from './equipment.ts';
export type { OwnCall, OwnCallContent, OwnCallLocation, PermissionOption, PlanStep } from './own-call.ts';
export type { Recalled, Summary } from './recall.ts';
export type {
  ChatMemory,
  ProcessGuard,
  TerminalReading,
  TerminalRequest,
  TurnFiles,
  TurnTerminal,
  TurnTerminals,
} from './turn-work.ts';
export { viewName } from './view-name.ts';

/**
 * The port behind which agents run turns. It knows conversations and tools, and nothing of the wire: an adapter for a
 * model, a subprocess or a test is written against this file alone.
 */

export interface HarnessModel {
  readonly id: string;
  readonly name: string;
  readonly maxContextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly supportsVision?: boolean;
}

export interface ProtectedResource {
  readonly resource: string;
  readonly resource_name?: string;
  readonly authorization_servers?: readonly string[];
  readonly scopes_supported?: readonly string[];
  /** Whether the agent can't work without it; true by default. */
  readonly required?: boolean;
}

export interface HarnessDescription {
  /** Stable and unique on this host; sessions store it. */
  readonly provider: string;
  readonly displayName: string;
  readonly description: string;
  readonly models: readonly HarnessModel[];
  /** The resources it needs tokens for, described as in RFC 9728. Clients sign in to them before they use the agent. */
  readonly protectedResources?: readonly ProtectedResource[];
  /** The commands it handles itself when a message begins with a slash and such a name, for clients to offer. */
  readonly commands?: readonly AgentCommand[];
  /** It changes nothing but by calling tools, so it can begin while the host still looks at the session's folders. */
  readonly actsByTools?: boolean;
  /** It reads the session's files with tools of its own, so it isn't offered the host's. */
  readonly hasFileTools?: boolean;
  /** The kinds of chats it supports besides a single one per session. */
  readonly chats?: { readonly several: boolean; readonly fork: boolean; readonly side: boolean };
}

/** An app's page, written by a server. Its messages are its own: they are neither the user's nor commands. */
export interface SpeakingView {
  readonly title?: string;
  readonly server?: string;
}

export interface HarnessMessage {
  readonly text: string;
  /**
   * Set if a View wrote the message. Calls that follow from it are confirmed accordingly, whatever the agent asks for.
   */
  readonly view?: SpeakingView;
  readonly model?: { readonly id: string; readonly config?: Readonly<Record<string, unknown>> };
  readonly attachments?: readonly HarnessAttachment[];
}

/** An attachment of a message: text, media, or the address of something. */
export interface HarnessAttachment {
  readonly label: string;
  /** Set if a View attached it, which it can also do to the user's messages. */
  readonly view?: SpeakingView;
  readonly text?: string;
  readonly uri?: string;
  /** An image, a sound or another file that isn't text; leave out media that your model can't take. */
  readonly media?: Media;
  /** The id of the artifact it stands for, if any. */
  readonly artifact?: string;
  /**
   * Set if it isn't attached but tells what the user had selected while writing: the ids of artifacts. `text` says the
   * same in words.
   */
  readonly selected?: readonly string[];
}

/** One thing that an earlier turn said or did; a turn lists them in order. */
export type PastPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly name: string;
      /** JSON text. */
      readonly input: string;
      readonly outcome: ToolOutcome;
    };

/** One earlier exchange. */
export interface PastTurn {
  readonly id: string;
  readonly message: HarnessMessage;
  /** Everything the agent said, as one text. */
  readonly reply: string;
  readonly parts: readonly PastPart[];
}

export interface HarnessTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** The owner's hints for whether to ask the user first; they aren't promises. */
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  /** The name of the server that offers it, as users see it. */
  readonly server?: string;
  /** Whether users see its result in a View. */
  readonly hasView?: boolean;
  /** Whether it is to be offered even where other tools have to be searched for. */
  readonly pinned?: boolean;
  /** How to find the values that a parameter can have, by the parameter's name; as the server declares it. */
  readonly choices?: Readonly<Record<string, ChoiceSource>>;
}

/** The values of a parameter are in the structured result of a tool that reads. */
export interface ChoiceSource {
  /** The server's name for one of its own tools. Its arguments are those of the same names. */
  readonly tool: string;
  /** Where the entries are: names of properties, and `*` for all entries of a list, as in `columns/*`. */
  readonly path: string;
  /** The property of an entry that is the value; without it, the entry is. */
  readonly value?: string;
  /** The property of an entry that users see; the value without it. */
  readonly label?: string;
}

export interface ToolRequest {
  readonly name: string;
  /**
   * JSON text that matches the tool's schema; in pieces if it should be shown while it is being written. If the
   * iteration returns a text, that is the input, in place of the pieces.
   */
  readonly input: string | AsyncIterable<string, string | undefined>;
  /** The text that the user sees while it runs. */
  readonly says: string;
  /**
   * Whether to ask the user first, who can edit the input. Left out, the host's policy decides: use that for tools that
   * an agent chose itself. `false` is for tools that the user explicitly asked for; it has no effect in a turn that a
   * View's message started.
   */
  readonly confirm?: boolean;
  /** Whether the user sees the result first and decides whether the agent gets it. Only for tools of servers. */
  readonly review?: boolean;
  /** Gives up this call alone: its question is withdrawn, its server is told, and it resolves as failed. */
  readonly signal?: AbortSignal;
}

export type ToolOutcome =
  | {
      readonly kind: 'done';
      /** Within limits; the text itself says where something was cut. */
      readonly text: string;
      readonly structured?: unknown;
      /** Images and sound, within limits. */
      readonly media?: readonly Media[];
    }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'denied'; readonly message?: string };

export interface FormField {
  readonly id: string;
  readonly title?: string;
  readonly message: string;
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';
  readonly choices?: readonly {
    readonly id: string;
    readonly label: string;
    readonly description?: string;
  }[];
  readonly required?: boolean;
  /** The initial value; the user can change it. */
  readonly default?: string | number | boolean | readonly string[];
  /** Bounds of the number, or of the text's length. */
  readonly min?: number;
  readonly max?: number;
  /** The format of a text, such as `email`, or `artifact` for the id of an artifact in the workspace. */
  readonly format?: string;
}

export interface Form {
  readonly message: string;
  /** A page that the user opens before answering. There are no fields then. */
  readonly url?: string;
  readonly fields: readonly FormField[];
  /** Withdraws the question, which counts as declined. */
  readonly signal?: AbortSignal;
}

export type FormValue = string | number | boolean | readonly string[];

export type FormAnswer =
  | { readonly kind: 'accepted'; readonly values: Readonly<Record<string, FormValue>> }
  | { readonly kind: 'declined' };

/** A turn as the harness sees it. Everything here stops with `signal`. */
export interface HarnessTurn {
  readonly session: string;
  readonly chat: string;
  readonly id: string;
  readonly message: HarnessMessage;
  /**
   * Set if an earlier attempt at this turn was interrupted: the text it had written, and everything it had said and
   * done, in order.
   */
  readonly resumes: { readonly soFar: string; readonly parts: readonly PastPart[] } | undefined;
  readonly signal: AbortSignal;
  /** The language of the client that started it, such as `de-AT`; undefined if that is unknown. */
  readonly locale?: string | undefined;
  history(): readonly PastTurn[];
  /** The conversation as the turn begins, without what a summary covers: give this to a model. */
  recall(): Recalled;
  /**
   * Additions of customizations to the message: the chosen agent's instructions, skills and rules. Rules are added while
   * the turn runs, when a call touches files that they are about: look again before each step.
   */
  guidance(): Guidance;
  /**
   * The user's token for one of the agent's own `protectedResources`; undefined if there is none, or it was withdrawn.
   * Tokens for servers aren't available here: use `callTool`.
   */
  token(resource: string): Promise<string | undefined>;
  /** The current tools, which can change at any time. Call a tool by the name under which it was last listed here. */
  tools(): readonly HarnessTool[];
  /**
   * Calls the listener when the tools differ from those that `tools` listed last, until the turn ends. It gets none of
   * them: listing tools lets the agent use them, so list them when the agent asks.
   */
  onToolsChanged(listener: () => void): void;
  /** The tokens for definitions of tools, beyond which they are searched for; undefined leaves it to the agent. */
  readonly toolBudget?: number | 'off' | undefined;
  /** The current, read-only desk of the session's workspace; undefined if the session has no workspace. */
  desk(): Promise<WorkspaceContents | undefined>;
  readonly files: TurnFiles;
  /** Absent if this host doesn't run programs for agents. */
  readonly terminals?: TurnTerminals | undefined;
  readonly memory: ChatMemory;
  readonly announcements: Announcements;
  /** The values that the user wants the announced options to have, by their ids; those that nobody chose are absent. */
  chosenOptions(): Readonly<Record<string, OptionValue>>;
  /** Takes the message that the user added while the turn runs; undefined if there is none. */
  takeSteering(): HarnessMessage | undefined;
  /** Asks the user. Rejects if the turn ends first. */
  ask(form: Form): Promise<FormAnswer>;
  /**
   * Runs a tool that the session offers; several can run at a time. Rejects only if the turn ends first, or with the
   * error that `input` throws.
   */
  callTool(request: ToolRequest): Promise<ToolOutcome>;
  /**
   * Asks the user whether a call of the agent's own may run, with the agent's options, and resolves with the chosen
   * one; undefined if the user denied it and no option says that, or `signal` withdrew the question. Rejects if the
   * turn ends first.
   */
  askPermission(
    call: OwnCall,
    options: readonly PermissionOption[],
    signal?: AbortSignal,
  ): Promise<string | undefined>;
}

export type HarnessEvent =
  /** Texts in a row with different `message` are shown apart. */
  | { readonly kind: 'text'; readonly text: string; readonly message?: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly message?: string }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'activity'; readonly text: string | undefined }
  | { readonly kind: 'call'; readonly call: OwnCall }
  /** The agent's plan for the turn. Each replaces the last one, where the chat shows it. */
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[] }
  /** After each step, and whenever the agent hears of it. Each replaces the last one. */
  | ({ readonly kind: 'context' } & ContextUse)
  /** Earlier messages were summarized. The chat marks the place and keeps everything. */
  | ({ readonly kind: 'summary' } & Summary)
  /** Totals of the turn so far, not increments. */
  | {
      readonly kind: 'usage';
      readonly inputTokens?: number;
      readonly outputTokens?: number;
      /** The part of `inputTokens` that the provider had in its cache. */
      readonly cacheReadTokens?: number;
      /** The part of `inputTokens` that the provider stored in its cache. */
      readonly cacheWriteTokens?: number;
      /** US dollars, where the price is known. */
      readonly cost?: number;
      readonly model?: string;
    };

/** Thrown by `run`: the turn ends with this message alone, which says what to do before resuming helps. */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
}

/** A server's request to the model of a session. */
export interface SampleRequest {
  readonly session: string;
  /** The user's choice, if any. */
  readonly model?: HarnessMessage['model'];
  /** The parameters of MCP's `sampling/createMessage`, as the server sent them: untrusted. */
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Runs turns.
 *
 * `run` yields events until it is done, and stops soon after `signal` aborts. Returning ends the turn as complete.
 * Throwing ends it as an error that the user can resume, and so does staying silent for too long while neither a tool
 * nor the user is waited for. None of that affects other turns. Handle every promise: an unhandled rejection in a
 * harness can't be told from a failure of the host.
 */
export interface Harness {
  readonly describe: HarnessDescription;
  run(turn: HarnessTurn): AsyncIterable<HarnessEvent>;
  /** Asks again which models there are. True if `describe.models` has changed. Absent if they never do. */
  refreshModels?(): Promise<boolean>;
  /** Called before the first turn: every process that it starts is to be told to the guard. */
  guardProcesses?(guard: ProcessGuard): void;
  /**
   * The user chose a value for an announced option, in a chat that may not have begun. It also is in `chosenOptions` of
   * the next turn. An agent that can't take it announces its options again.
   */
  optionChosen?(chat: string, id: string, value: OptionValue): void;
  /** The chat was removed, with what the agent kept in its memory: end what was kept running for it. */
  chatRemoved?(chat: string, memory: unknown): void;
  /** The host stops, or has lost this agent: end everything. Turns have ended by then. */
  close?(): Promise<void>;
  /** Returns MCP's `CreateMessageResult`. Absent if there is no model to ask. The user has already agreed. */
  sample?(request: SampleRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}
