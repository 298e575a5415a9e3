import type { Principal, Vault } from '@loggia/access';
import type { Clock, Scheduler } from '@loggia/kernel';
import type { AuthChallenge } from '@loggia/protocol';
import type { OfferedToken, TokenTaken } from '../gateway.ts';
import type { AuthorizationAnswer, AuthorizationRequest } from './authorization-servers.ts';
import type { RegisteredClient } from './confidential-client.ts';

/** The owner and the server of a token. */
export interface TokenHolder {
  readonly principal: Principal;
  /** As in `LeaseRequest`. */
  readonly server: string;
  /** The server's name for users; by default its id. */
  readonly serverName?: string;
  /** The address of the MCP endpoint. */
  readonly url: string;
  /** Challenges name its id alone, since everybody sees them. */
  readonly oauthClient?: RegisteredClient;
}

/**
 * Authentication for an HTTP connection.
 *
 * `fetch` adds the holder's token, if there is one, and throws `AuthNeeded` if the server asks for a sign-in (401) or
 * for more scopes (403 with `insufficient_scope`); every other response is returned unchanged. It doesn't follow
 * redirects: the caller decides, and asks again. The caller's own `Authorization` header is sent only while there is no
 * token, and no credentials leave the origin of the endpoint. A request that can't be sent as it is throws
 * `ServerFailure`.
 */
export interface Authorization {
  readonly fetch: typeof fetch;
  /** Called when the token changed: a new one was accepted, it was revoked, or it expired. */
  onChange(listener: (change: TokenChange) => void): () => void;
  dispose(): void;
}

export type TokenChange =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'revoked' | 'expired'; readonly challenge: AuthChallenge };

/**
 * Decides which credentials are sent to which server. Tokens are in the vault, each for one principal and one server.
 */
export interface Authority {
  /** One for each connection, which must dispose of it. If `url` isn't a server's address, its `fetch` says so. */
  authorize(holder: TokenHolder): Authorization;
  /** As in `Gateway`. The token is tested with the server before it is stored. */
  authenticate(principal: Principal, token: OfferedToken): Promise<TokenTaken>;
  /**
   * Sends a request of a sign-in to an authorization server that a server of this principal names. Throws
   * PermissionDenied for any other, and Unavailable if it doesn't answer.
   */
  askAuthorizationServer(principal: Principal, request: AuthorizationRequest): Promise<AuthorizationAnswer>;
  signedIn(principal: Principal, server: string): Promise<boolean>;
  /** Deletes every token of the server, for all its resources. */
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
