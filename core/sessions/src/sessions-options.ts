import type { Clock, Kernel, Scheduler } from '@loggia/kernel';
import type { MediumOf } from '@loggia/protocol';
import type { Allowances } from './allowances.ts';
import type { ReadArtifact } from './attachments.ts';
import type { OpenChat } from './chat-log.ts';
import type { FindFiles } from './completions.ts';
import type { DelegationLimits } from './delegation/limits.ts';
import type { Equipment } from './equipment.ts';
import type { Files } from './files.ts';
import type { Harness, TurnFiles } from './harness.ts';
import type { Harnesses } from './harnesses.ts';
import type { HostTool } from './host-tools/host-tool.ts';
import type { HostToolRecord } from './host-tools/turn-equipment.ts';
import type { ReviewedTools } from './reviewed-tools.ts';
import type { ProjectFor, SettingsIn } from './session-lifecycle.ts';
import type { SessionLog } from './session-log.ts';
import type { ConfirmPolicy } from './turns/confirmations.ts';
import type { LibraryFor } from './workspace-contents.ts';

export interface SessionsOptions {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** A plain list if they stay the same while the host runs. */
  readonly harnesses: Harnesses | readonly Harness[];
  /** Shared with equipment. */
  readonly log: SessionLog;
  readonly graceMs?: number | undefined;
  /** When calls to servers' tools need the user's confirmation; `writes` by default. */
  readonly confirm?: ConfirmPolicy | undefined;
  /** Tools that run without asking again; those of `user` by default. */
  readonly allowances?: Allowances | undefined;
  /** Tools whose results the user reads first; those of `user` by default. */
  readonly reviewed?: ReviewedTools | undefined;
  /** The user whose allowances are stored. */
  readonly user?: string | undefined;
  /** The budget for one tool result that goes to a model, in estimated tokens; 25,000 by default. */
  readonly modelTokens?: number | undefined;
  /** The media that models accept, by content type. Without it, they get nothing that has a content type. */
  readonly mediumOf?: MediumOf | undefined;
  /**
   * How long an agent may stay silent while it isn't waiting for anything; ten minutes by default, zero for no limit.
   */
  readonly stallMs?: number | undefined;
  /** Provides everything besides the clients' own tools. */
  readonly equipment?: Equipment | undefined;
  /** The host's own tools for agents, besides those for giving work to other agents. */
  readonly hostTools?: readonly HostTool[] | undefined;
  /** Called after each call of one of the host's own tools. */
  readonly hostToolRan?: ((record: HostToolRecord) => void) | undefined;
  /** How far agents may go in giving work to others; without it, they can't. */
  readonly delegation?: DelegationLimits | undefined;
  readonly projectFor?: ProjectFor | undefined;
  /** Without it, no workspace has settings of its own. */
  readonly settingsIn?: SettingsIn | undefined;
  /** Reads the contents of a session's workspace for agents. */
  readonly libraryFor?: LibraryFor | undefined;
  /** Reads artifacts that messages attach; without it, agents get their names. */
  readonly readArtifact?: ReadArtifact | undefined;
  /** Where the bytes of attached files are. */
  readonly files?: Files | undefined;
  /** Finds files in sessions' folders, for those who write messages. */
  readonly findFiles?: FindFiles | undefined;
  /** Follows what a turn does outside of its chat; see `RunnerPorts`. */
  readonly followTurn?: ((open: OpenChat, turnId: string) => Promise<() => void>) | undefined;
  /** The files that a chat works on, by the addresses of its folders; without it, none. */
  readonly filesIn?: ((folders: readonly string[]) => TurnFiles) | undefined;
  newId(): string;
  /** The language of a client, if it is connected and has said so. */
  readonly localeOf?: ((clientId: string) => string | undefined) | undefined;
  /** The user's token for a resource that an agent itself needs. */
  readonly tokenFor?: ((resource: string) => Promise<string | undefined>) | undefined;
  report(problem: string, error: unknown): void;
}
