export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

/** A client that an authorization server made for us (RFC 7591). May hold a secret. */
export interface Registration {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly clientAuthMethod: ClientAuthMethod;
  /** The address it was registered with, port and all. */
  readonly redirectUri: string;
  /** Milliseconds since the Unix epoch; from then on the secret is worthless. */
  readonly expiresAt?: number;
}

/** Where registrations are kept so that they are made once. The rules are those of `SignInRecordStore`; keys are opaque. */
export interface RegistrationStore {
  get(key: string): Promise<Registration | undefined>;
  put(key: string, registration: Registration): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Loopback receivers get another port each time: one entry serves them all, so that none piles up. */
export function registrationKey(issuer: string, redirectUri: string): string {
  const { protocol, hostname, pathname, host } = new URL(redirectUri);
  const place = hostname === '127.0.0.1' || hostname === '[::1]' ? hostname : host;
  return `${issuer} ${protocol}//${place}${pathname}`;
}
