/**
 * The result of a sign-in: a token for one resource. The token is a secret: pass it to the host, which keeps and renews
 * it, and forget it.
 */
export interface Grant {
  readonly accessToken: string;
  /** Milliseconds since the Unix epoch, like `expiresAt`. */
  readonly issuedAt: number;
  /** Absent where the authorization server did not say. */
  readonly expiresAt?: number;
  readonly scopes: readonly string[];
  /** RFC 8707: what the token is for. */
  readonly resource: string;
  readonly issuer: string;
  readonly clientId: string;
}

/** A client's memory of a sign-in. Nothing in it is secret. */
export type SignInRecord = Pick<Grant, 'resource' | 'issuer' | 'scopes'>;

/**
 * Where records are kept, by the id of the server's declaration. One store serves one user at one host.
 *
 * The implementer owes that `put` replaces in one step, and that what it was given is read back unchanged once its
 * promise has resolved. A throw reaches whoever called, and nothing has changed for them.
 */
export interface SignInRecordStore {
  get(server: string): Promise<SignInRecord | undefined>;
  put(server: string, record: SignInRecord): Promise<void>;
  delete(server: string): Promise<void>;
  list(): Promise<readonly { readonly server: string; readonly record: SignInRecord }[]>;
}
