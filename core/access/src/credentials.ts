import { isApiKey, type ApiKeys, type RejectedKey } from './api-keys.ts';
import { isBrowserKey, type BrowserKeys } from './browser-keys.ts';
import { sameToken } from './local-token.ts';
import { localPrincipal, type Principal } from './principal.ts';

/** Identifies a credential without revealing it: connections remember it, to be closed when it is revoked. */
export type CredentialId = string;

/** The kind of credential that has ended. */
export type EndedCredential = 'token' | 'browser' | 'key';

/** The holder of a credential. */
export interface Holder {
  readonly principal: Principal;
  readonly credential: CredentialId;
}

export interface CredentialSources {
  readonly browsers?: BrowserKeys;
  readonly keys?: ApiKeys;
}

/** The credentials of the person at this machine: the token, the keys of that person's browsers, and API keys. */
export class Credentials {
  readonly #browsers: BrowserKeys | undefined;
  readonly #keys: ApiKeys | undefined;
  readonly #listeners = new Set<(what: EndedCredential) => void>();
  #token: string;
  #generation = 1;

  constructor(token: string, { browsers, keys }: CredentialSources = {}) {
    if (token === '') throw new Error('The host has no token. Load it before it listens.');
    this.#token = token;
    this.#browsers = browsers;
    this.#keys = keys;
    keys?.onEnded(() => this.#tell('key'));
  }

  /** The id of the current token. */
  get ofToken(): CredentialId {
    return `token:${this.#generation}`;
  }

  /** A problem only for what is meant to be an API key; anything else that is wrong is undefined. */
  check(text: string): Holder | RejectedKey | undefined {
    if (isApiKey(text) && this.#keys) {
      const found = this.#keys.check(text);
      return typeof found === 'string' ? this.holderOf(`key:${found}`) : found;
    }
    const browser = isBrowserKey(text) ? this.#browsers?.check(text) : undefined;
    if (browser !== undefined) return this.holderOf(`browser:${browser}`);
    return sameToken(text, this.#token) ? this.holderOf(this.ofToken) : undefined;
  }

  /** Undefined if the credential no longer gives access. */
  holderOf(credential: CredentialId): Holder | undefined {
    const { kind, id } = partsOf(credential);
    const principal = kind === 'key' ? this.#keys?.principalOf(id) : this.#personWith(kind, id, credential);
    return principal && { principal, credential };
  }

  /** Whether it still gives access. */
  isValid(credential: CredentialId): boolean {
    return this.holderOf(credential) !== undefined;
  }

  /** The holder has just used it over a connection that is open. */
  used(credential: CredentialId): void {
    const { kind, id } = partsOf(credential);
    if (kind === 'key') this.#keys?.used(id);
  }

  /** Revokes the old token and every browser's key that was issued under it. API keys stay valid. */
  rotate(token: string): void {
    this.#token = token;
    this.#generation += 1;
    this.#browsers?.tokenRotated(token);
    this.#tell('token');
  }

  /** False if there is no such browser. */
  revokeBrowser(id: string): boolean {
    const revoked = this.#browsers?.revoke(id) ?? false;
    if (revoked) this.#tell('browser');
    return revoked;
  }

  /** For a browser that signs out. Other credentials aren't revoked this way. */
  revoke(credential: CredentialId): boolean {
    const { kind, id } = partsOf(credential);
    return kind === 'browser' && this.revokeBrowser(id);
  }

  /** Called after the token, a browser or an API key has ended; check connections with `isValid`. */
  onRevoked(listener: (what: EndedCredential) => void): void {
    this.#listeners.add(listener);
  }

  #personWith(kind: string, id: string, credential: CredentialId): Principal | undefined {
    const isHere = kind === 'browser' ? this.#browsers?.has(id) : credential === this.ofToken;
    return isHere === true ? localPrincipal : undefined;
  }

  #tell(what: EndedCredential): void {
    for (const listener of this.#listeners) listener(what);
  }
}

function partsOf(credential: CredentialId): { readonly kind: string; readonly id: string } {
  const [, kind = '', id = ''] = /^([^:]*):(.*)$/.exec(credential) ?? [];
  return { kind, id };
}
