import type { ClientAuthMethod } from './registration.ts';

/**
 * What a sign-in brought: a token for one resource, and everything that is needed to renew and to revoke it. Plain
 * JSON, full of secrets: it belongs into a store that only its user can read, and into no log.
 */
export interface Grant {
  readonly accessToken: string;
  /** Milliseconds since the Unix epoch, like `expiresAt`. */
  readonly issuedAt: number;
  /** Absent where the authorization server did not say. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  readonly scopes: readonly string[];
  /** RFC 8707: what the token is for. */
  readonly resource: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly clientAuthMethod: ClientAuthMethod;
  /** Key of the stored registration that the client id comes from. */
  readonly registration?: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string;
}

/**
 * Where grants are kept, by the id of the server's declaration. One store serves one user at one host.
 *
 * The implementer owes that `put` replaces in one step, and that what it was given is read back unchanged once its
 * promise has resolved. A throw reaches whoever called, and nothing has changed for them.
 */
export interface GrantStore {
  get(server: string): Promise<Grant | undefined>;
  put(server: string, grant: Grant): Promise<void>;
  delete(server: string): Promise<void>;
  list(): Promise<readonly { readonly server: string; readonly grant: Grant }[]>;
}
