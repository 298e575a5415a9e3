import { createSecretKey, randomBytes } from 'node:crypto';
import { localPrincipal, openVault, type Principal, type Vault, type VaultStore } from '@loggia/access';
import type { AuthChallenge } from '@loggia/protocol';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { AuthNeeded } from '../failures.ts';
import type { TokenTaken } from '../gateway.ts';
import type { Authority, Authorization, TokenChange, TokenHolder } from './authority.ts';
import { createAuthority } from './create-authority.ts';

function memoryStore(): VaultStore {
  const records = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(records.get(key)),
    put: (key, value) => Promise.resolve(void records.set(key, value)),
    delete: (key) => Promise.resolve(void records.delete(key)),
    list: () => Promise.resolve([...records].map(([key, value]) => ({ key, value }))),
  };
}

export interface Connection {
  readonly authorization: Authorization;
  readonly changes: readonly TokenChange[];
  call(method?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** An authority on a real vault, with a clock that the test controls. */
export class AuthorityRig {
  readonly clock = new ManualClock();
  readonly scheduler = new ManualScheduler(this.clock);
  readonly store = memoryStore();
  readonly reports: { readonly problem: string; readonly error: unknown }[] = [];
  readonly #key = createSecretKey(randomBytes(32));
  readonly vault: Vault = openVault({ store: this.store, key: this.#key, clock: this.clock });
  /** Replaces the real one from the next run on. */
  fetch: typeof fetch | undefined;
  authority: Authority = this.startAgain();

  /** Restarts the host with the same vault. */
  startAgain(): Authority {
    const { vault, clock, scheduler, fetch } = this;
    const report = (problem: string, error: unknown): void => void this.reports.push({ problem, error });
    this.authority = createAuthority({ vault, clock, scheduler, report, ...(fetch && { fetch }) });
    return this.authority;
  }

  connect(url: string, holder: Partial<TokenHolder> = {}): Connection {
    const authorization = this.authority.authorize({
      principal: localPrincipal,
      server: 'a',
      url,
      ...holder,
    });
    const changes: TokenChange[] = [];
    authorization.onChange((change) => changes.push(change));
    return {
      authorization,
      changes,
      call: (method = 'tools/list', headers = {}) =>
        authorization.fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
        }),
    };
  }

  offer(
    resource: string,
    token: string,
    rest: { expiresIn?: number; scopes?: string[]; server?: string; principal?: Principal } = {},
  ): Promise<TokenTaken> {
    const { principal = localPrincipal, ...offered } = rest;
    return this.authority.authenticate(principal, { resource, token, ...offered });
  }

  stored(resource: string, server = 'a'): Promise<string | undefined> {
    return this.vault.get(localPrincipal, { resource, server }).then((token) => token?.secret.reveal());
  }
}

/** The challenge in the answer. */
export async function challengeOf(answer: Promise<Response>): Promise<AuthChallenge> {
  const error: unknown = await answer.then(
    (response) => new Error(`was answered with ${response.status}`),
    (caught: unknown) => caught,
  );
  if (error instanceof AuthNeeded) return error.challenge;
  throw error;
}
