import type { Principal } from '@loggia/access';
import type { Act, Recorder } from './audit/recorder.ts';
import type { LeaseRequest, ServerLease } from './connection.ts';
import type { Program, ProgramEnd } from './connections/launch/run-program.ts';
import type { Sandboxing } from './connections/launch/sandbox/bubblewrap.ts';

/** A token for a resource that a server named. */
export interface OfferedToken {
  readonly resource: string;
  /** An empty token revokes. */
  readonly token: string;
  readonly expiresIn?: number | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** The id of the server's declaration, needed if several name the same resource. */
  readonly server?: string | undefined;
}

/**
 * Whether a token was for a server here. `unrevoked`: it was deleted here, but its authorization server didn't revoke
 * it.
 */
export type TokenTaken = boolean | 'unrevoked';

export interface ServerTally {
  readonly states: ReadonlyMap<string, number>;
  readonly restarts: number;
}

/** The connections to all servers. */
export interface Gateway {
  /** Starts the server unless it is running. Never throws: failures show in the connection's state. */
  lease(request: LeaseRequest): ServerLease;
  /** The number of holders of the connection that this request would get. */
  users(request: LeaseRequest): number;
  /**
   * Ends the connections of the server that nobody holds: its definition was removed or replaced, and whoever asks for
   * the same again expects a new process.
   */
  retire(server: string): void;
  /** Whether a token is stored for the server. */
  signedIn(principal: Principal, server: string): Promise<boolean>;
  /** Deletes every token of the server. */
  signOut(principal: Principal, server: string): Promise<void>;
  /**
   * Accepts a token for the server that asks for it. Resolves to false if no server of this principal has named the
   * resource. Throws AuthRequired if the server refuses the token, InvalidParams if the server is ambiguous; in both
   * cases nothing has changed.
   */
  authenticate(principal: Principal, token: OfferedToken): Promise<TokenTaken>;
  /** Records a call that didn't reach a connection: it was refused, or there was none. */
  missed: Recorder['missed'];
  /** Runs a call that another party than a server answers, such as a View, and records it. */
  recorded: Recorder['run'];
  /**
   * Runs a program to its end and records it. Resolves however it ends. Nothing that it started outlives it or the host.
   */
  run(program: Program, act: Act, signal: AbortSignal): Promise<ProgramEnd>;
  /** The connections by state, and how often any has been restarted. */
  tally(): ServerTally;
  /** Whether servers can run in a sandbox on this machine. */
  sandboxing(): Promise<Sandboxing>;
  /** Ends every process and connection. Resolves when they are gone. */
  stop(): Promise<void>;
}
