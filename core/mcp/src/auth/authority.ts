import type { Principal, Vault } from '@loggia/access';
import type { Clock, Scheduler } from '@loggia/kernel';
import type { AuthChallenge } from '@loggia/protocol';
import type { OfferedToken } from '../gateway.ts';
import type { AuthorizationAnswer, AuthorizationRequest } from './authorization-servers.ts';

/** Whose token goes to which server. */
export interface TokenHolder {
  readonly principal: Principal;
  /** As in `LeaseRequest`. */
  readonly server: string;
  /** The address of the MCP endpoint. */
  readonly url: string;
  /** A client that was registered by hand. Only its id is taken from here: challenges are shown to everybody. */
  readonly oauthClient?: { readonly clientId: string };
}

/**
 * What a connection over HTTP needs of authentication.
 *
 * `fetch` adds the holder's token, if there is one, and throws `AuthNeeded` where the server asks for a sign-in (401) or
 * for more scopes (403 with `insufficient_scope`); every other answer comes back as it is. It follows no redirect: the
 * caller decides, and asks again. An `Authorization` header of the caller's is sent only while there is no token, and
 * nothing of the kind leaves the origin of the endpoint. A request that cannot be sent as it is throws `ServerFailure`.
 */
export interface Authorization {
  readonly fetch: typeof fetch;
  /** Told when the token changed: a new one was accepted, it was revoked, or its time is up. */
  onChange(listener: (change: TokenChange) => void): () => void;
  dispose(): void;
}

export type TokenChange =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'revoked' | 'expired'; readonly challenge: AuthChallenge };

/** Who may speak to which server with what. Tokens lie in the vault, each for one principal and one server. */
export interface Authority {
  /** One for each connection, which owes its disposal. Where `url` is no address of a server, its `fetch` says so. */
  authorize(holder: TokenHolder): Authorization;
  /** As in `Gateway`. The token is shown to the server before it is kept. */
  authenticate(principal: Principal, token: OfferedToken): Promise<boolean>;
  /**
   * Sends a request of a sign-in to an authorization server that a server of this principal names. Throws
   * PermissionDenied for any other, and Unavailable where it does not answer.
   */
  askAuthorizationServer(principal: Principal, request: AuthorizationRequest): Promise<AuthorizationAnswer>;
  signedIn(principal: Principal, server: string): Promise<boolean>;
  /** Forgets every token of the server, whatever resource it is for. */
  signOut(principal: Principal, server: string): Promise<void>;
  dispose(): void;
}

export interface AuthorityPorts {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly fetch?: typeof fetch;
  report(problem: string, error: unknown): void;
}
