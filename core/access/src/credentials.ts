import { isBrowserKey, type BrowserKeys } from './browser-keys.ts';
import { sameToken } from './local-token.ts';

/** Identifies a credential without revealing it: connections remember it, to be closed when it is revoked. */
export type CredentialId = string;

/** The credentials of the person at this machine: the token, and the keys of that person's browsers. */
export class Credentials {
  readonly #browsers: BrowserKeys | undefined;
  readonly #listeners = new Set<(what: 'token' | 'browser') => void>();
  #token: string;
  #generation = 1;

  constructor(token: string, browsers?: BrowserKeys) {
    if (token === '') throw new Error('The host has no token. Load it before it listens.');
    this.#token = token;
    this.#browsers = browsers;
  }

  /** The id of the current token. */
  get ofToken(): CredentialId {
    return `token:${this.#generation}`;
  }

  check(text: string): CredentialId | undefined {
    if (isBrowserKey(text)) return browserCredential(this.#browsers?.check(text));
    return sameToken(text, this.#token) ? this.ofToken : undefined;
  }

  /** Whether it still gives access. */
  isValid(credential: CredentialId): boolean {
    const [, browser] = /^browser:(.*)$/.exec(credential) ?? [];
    if (browser !== undefined) return this.#browsers?.has(browser) ?? false;
    return credential === this.ofToken;
  }

  /** Revokes the old token and every key that was issued under it. */
  rotate(token: string): void {
    this.#token = token;
    this.#generation += 1;
    this.#browsers?.tokenRotated(token);
    for (const listener of this.#listeners) listener('token');
  }

  /** False if there is no such browser. */
  revokeBrowser(id: string): boolean {
    const revoked = this.#browsers?.revoke(id) ?? false;
    if (revoked) for (const listener of this.#listeners) listener('browser');
    return revoked;
  }

  /** For a browser that signs out. The token isn't revoked this way. */
  revoke(credential: CredentialId): boolean {
    const [, browser] = /^browser:(.*)$/.exec(credential) ?? [];
    return browser !== undefined && this.revokeBrowser(browser);
  }

  /** Called after the token, or one browser, was revoked; check connections with `isValid`. */
  onRevoked(listener: (what: 'token' | 'browser') => void): void {
    this.#listeners.add(listener);
  }
}

function browserCredential(id: string | undefined): CredentialId | undefined {
  return id === undefined ? undefined : `browser:${id}`;
}
