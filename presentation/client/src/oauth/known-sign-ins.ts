import { globalEnvironment, type Environment } from '../environment.ts';
import type { Grant, SignInRecord, SignInRecordStore } from './grant.ts';
import type { OfferToken } from './token-offer.ts';

export interface KnownSignInsOptions {
  readonly records: SignInRecordStore;
  /** `offerTo(client)`. */
  readonly offer: OfferToken;
  readonly environment?: Environment;
}

/** The result of signing out. The record is removed here in any case. */
export interface SignedOut {
  /** False: the host could not be told, and may still hold the token. */
  readonly hostTold: boolean;
  /** The authorization server didn't revoke the token: it stays valid there until it expires. */
  readonly unrevoked?: true;
}

/** Hands tokens to the host, which keeps and renews them, and remembers what a user has signed in to from here. */
export class KnownSignIns {
  readonly #records: SignInRecordStore;
  readonly #offer: OfferToken;
  readonly #environment: Environment;

  constructor({ records, offer, environment = globalEnvironment }: KnownSignInsOptions) {
    this.#records = records;
    this.#offer = offer;
    this.#environment = environment;
  }

  /** Sends what a sign-in brought to the host. Rejects when the host refuses it; nothing is remembered then. */
  async adopt(server: string, grant: Grant): Promise<void> {
    const { resource, issuer, scopes, accessToken, expiresAt } = grant;
    const left =
      expiresAt === undefined ? undefined : Math.floor((expiresAt - this.#environment.now()) / 1000);
    await this.#offer({
      server,
      resource,
      token: accessToken,
      scopes,
      ...(left !== undefined && { expiresIn: Math.max(1, left) }),
    });
    await this.#records.put(server, { resource, issuer, scopes });
  }

  recordOf(server: string): Promise<SignInRecord | undefined> {
    return this.#records.get(server);
  }

  list(): ReturnType<SignInRecordStore['list']> {
    return this.#records.list();
  }

  /** Makes the host forget its tokens and revoke them. `resource` is for one signed in elsewhere. */
  async signOut(server: string, resource?: string): Promise<SignedOut> {
    const named = (await this.#records.get(server))?.resource ?? resource;
    await this.#records.delete(server);
    if (named === undefined) return { hostTold: false };
    return this.#offer({ server, resource: named, token: '' }).then(
      ({ unrevoked }) => ({ hostTold: true, ...(unrevoked && { unrevoked }) }),
      () => ({ hostTold: false }),
    );
  }
}
