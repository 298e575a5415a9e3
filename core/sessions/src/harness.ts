import type { Guidance, Media } from './equipment.ts';

export type { Guidance, Media, Persona, Skill } from './equipment.ts';

/**
 * The port behind which agents run turns. It knows conversations and tools, nothing of the wire: an
 * adapter for a model, for a subprocess, or for a test is written against this file alone.
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
  /** Whether nothing works without it; true when left out. */
  readonly required?: boolean;
}

export interface HarnessDescription {
  /** Stable, unique on this host; sessions remember it. */
  readonly provider: string;
  readonly displayName: string;
  readonly description: string;
  readonly models: readonly HarnessModel[];
  /** What it needs tokens for, as RFC 9728 describes it. Clients sign in to them before they use it. */
  readonly protectedResources?: readonly ProtectedResource[];
  /** What it can do besides one chat after another. */
  readonly chats?: { readonly several: boolean; readonly fork: boolean; readonly side: boolean };
}

/** A View is an app's page that a server wrote. Its words are its own: they are neither the user's nor a command. */
export interface SpeakingView {
  readonly title?: string;
  readonly server?: string;
}

export interface HarnessMessage {
  readonly text: string;
  /** Set when a View wrote the message. The calls that follow from it are confirmed accordingly, whatever is asked for. */
  readonly view?: SpeakingView;
  readonly model?: { readonly id: string; readonly config?: Readonly<Record<string, unknown>> };
  readonly attachments?: readonly HarnessAttachment[];
}

/** What comes with a message: text, media, or the address of something. */
export interface HarnessAttachment {
  readonly label: string;
  /** Set when a View attached it, also to a message of the user. */
  readonly view?: SpeakingView;
  readonly text?: string;
  readonly uri?: string;
  readonly media?: Media;
}

/** What an earlier turn said and did, in order. */
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

/** One earlier exchange, oldest first. */
export interface PastTurn {
  readonly message: HarnessMessage;
  /** All that it said, as one text. */
  readonly reply: string;
  readonly parts: readonly PastPart[];
}

export interface HarnessTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** What its owner says of it; hints for whether to ask the user first, not promises. */
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  /** What users call the server that offers it. */
  readonly server?: string;
  /** Whether users see its result in a View of its own. */
  readonly hasView?: boolean;
}

export interface ToolRequest {
  readonly name: string;
  /** JSON text, as the tool's schema wants it; in pieces if it is shown while it is being written. */
  readonly input: string | AsyncIterable<string>;
  /** What the user reads while it runs. */
  readonly says: string;
  /**
   * Whether to ask the user first, who may edit the input. Left out, the host's policy decides: that is for tools which an
   * agent chose by itself. `false` is for those that the user asked for in so many words; it counts for nothing in a turn
   * that a View's message began.
   */
  readonly confirm?: boolean;
  /** Whether the user sees the result first, and decides whether the agent gets it. For tools of servers. */
  readonly review?: boolean;
}

export type ToolOutcome =
  | {
      readonly kind: 'done';
      /** Within limits; says so itself where something was cut. */
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
  /** Filled in already; the user may change it. */
  readonly default?: string | number | boolean | readonly string[];
  /** Of the number, or of the length of the text. */
  readonly min?: number;
  readonly max?: number;
}

export interface Form {
  readonly message: string;
  readonly fields: readonly FormField[];
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
  /** An earlier attempt of this turn broke off; this is what it had said, and what it had said and done, in order. */
  readonly resumes: { readonly soFar: string; readonly parts: readonly PastPart[] } | undefined;
  readonly signal: AbortSignal;
  history(): readonly PastTurn[];
  /** What customizations add to the message: the chosen agent's instructions, skills, standing rules. */
  guidance(): Guidance;
  /**
   * The user's token for one of the agent's own `protectedResources`; undefined when there is none, or none any more.
   * Tokens for servers are not to be had: what needs them goes through `callTool`.
   */
  token(resource: string): Promise<string | undefined>;
  /** As they are now; they come and go. Call a tool by the name under which it was last listed here. */
  tools(): readonly HarnessTool[];
  /** Takes what the user has added while the turn runs; undefined when there is nothing new. */
  takeSteering(): HarnessMessage | undefined;
  /** Asks the user. Rejects when the turn ends first. */
  ask(form: Form): Promise<FormAnswer>;
  /**
   * Runs a tool that somebody offers to the session; several may run at a time. Rejects only when the turn ends first, or
   * with what `input` throws.
   */
  callTool(request: ToolRequest): Promise<ToolOutcome>;
}

export type HarnessEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'activity'; readonly text: string | undefined }
  /** What the chat is about. Taken as long as the user has not named it. */
  | { readonly kind: 'title'; readonly text: string }
  /** Of the turn so far: totals, not what was added. */
  | {
      readonly kind: 'usage';
      readonly inputTokens?: number;
      readonly outputTokens?: number;
      readonly model?: string;
    };

/** A question that a server puts to the model of a session. */
export interface SampleRequest {
  readonly session: string;
  /** What the user has chosen, if anything. */
  readonly model?: HarnessMessage['model'];
  /** Those of MCP's `sampling/createMessage`, as the server sent them: untrusted. */
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Runs turns.
 *
 * `run` owes events until it is done, and stops soon after `signal` aborts. Returning ends the turn as complete; throwing
 * ends it as an error that the user can resume, and so does saying nothing for too long while neither a tool nor the user
 * is waited for. None of that touches any other turn. A promise of its own that rejects while nobody awaits it is the one
 * thing that cannot be told from a failure of the host: handle them all.
 */
export interface Harness {
  readonly describe: HarnessDescription;
  run(turn: HarnessTurn): AsyncIterable<HarnessEvent>;
  /** Answers with MCP's `CreateMessageResult`. Absent where there is no model to ask; users have agreed before. */
  sample?(request: SampleRequest, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}
