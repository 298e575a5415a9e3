import type { Principal } from '@loggia/access';
import type { Recorder } from './audit/recorder.ts';
import type { LeaseRequest, ServerLease } from './connection.ts';
import type { Sandboxing } from './connections/launch/sandbox/bubblewrap.ts';

/** A token for a resource that some server named. */
export interface OfferedToken {
  readonly resource: string;
  /** Empty revokes. */
  readonly token: string;
  readonly expiresIn?: number | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** Which server it is for, where several name the same resource: the id of its declaration. */
  readonly server?: string | undefined;
}

/** The connections to all servers. */
export interface Gateway {
  /** Starts the server unless somebody else has. Never throws: what goes wrong is the connection's state. */
  lease(request: LeaseRequest): ServerLease;
  /** How many holders share the connection that this request would get. */
  users(request: LeaseRequest): number;
  /** Whether a token is stored for the server. */
  signedIn(principal: Principal, server: string): Promise<boolean>;
  /** Forgets every token of the server. */
  signOut(principal: Principal, server: string): Promise<void>;
  /**
   * Takes a token for whatever server asks for it. Resolves to false when no server of this principal has named the
   * resource. Throws AuthRequired when the server refuses the token, InvalidParams when it is not clear which server is
   * meant; in both cases nothing has changed.
   */
  authenticate(principal: Principal, token: OfferedToken): Promise<boolean>;
  /** Records a call that did not get as far as a connection: somebody refused it, or there was none to be had. */
  missed: Recorder['missed'];
  /** Whether servers can run in a sandbox on this machine. */
  sandboxing(): Promise<Sandboxing>;
  /** Ends every process and connection. Resolves when they are gone. */
  stop(): Promise<void>;
}
