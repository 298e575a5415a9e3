import { Cell, HostError, type ChannelSnapshot, type Readable } from '@loggia/client';
import {
  keepSignedIn,
  SignInError,
  type Grant,
  type GrantStore,
  type RedirectReceiver,
  type RegistrationStore,
  type SignedInWatch,
  type SignedOut,
  type SignInRequest,
  type TokenKeeper,
} from '@loggia/client/oauth';
import type { AuthChallenge, SessionState } from '@loggia/protocol';

/** A sign-in that is under way, or came to nothing. */
export type Attempt =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'finishing' }
  | { readonly phase: 'failed'; readonly message: string };

/** What this browser is signed in to; nothing of it is secret. */
export interface SignedIn {
  readonly server: string;
  readonly resource: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: number;
  readonly renewable: boolean;
}

export interface SignInsSnapshot {
  /** By server. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  readonly signedIn: readonly SignedIn[];
}

export interface SignInPorts {
  readonly keeper: Pick<TokenKeeper, 'start' | 'adopt' | 'answer' | 'grantOf' | 'signOut'>;
  readonly grants: Pick<GrantStore, 'list'>;
  readonly registrations: RegistrationStore;
  /** The origin of this page. */
  readonly origin: string;
  readonly channels: {
    view<State>(uri: string): Readable<ChannelSnapshot<State>>;
    hold(uri: string): () => void;
  };
  signIn(request: SignInRequest): Promise<Grant>;
}

interface Watched {
  readonly watch: SignedInWatch;
  readonly release: () => void;
  users: number;
}

/** The sign-ins of this browser: one flow per page, for as long as the page lives. */
export class SignInFlow implements Readable<SignInsSnapshot> {
  readonly #ports: SignInPorts;
  readonly #running = new Map<string, AbortController>();
  readonly #watched = new Map<string, Watched>();
  readonly #snapshot = new Cell<SignInsSnapshot>({ attempts: new Map(), signedIn: [] });
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
  }

  /** Renews what is stored ahead of time. Called again when another tab has changed what is stored. */
  async start(): Promise<void> {
    await this.#ports.keeper.start();
    await this.#recount();
  }

  /** Answers what the channel's servers and calls ask for with what is stored, until the result is called. */
  watch(channel: string): () => void {
    const { channels, keeper } = this.#ports;
    const known = this.#watched.get(channel);
    const entry = known ?? {
      release: channels.hold(channel),
      // Of a workspace's state only the servers are looked at, and those are a session's.
      watch: keepSignedIn({ session: channels.view<SessionState>(channel), keeper }),
      users: 0,
    };
    entry.users += 1;
    this.#watched.set(channel, entry);
    let watching = true;
    return () => {
      if (!watching) return;
      watching = false;
      entry.users -= 1;
      if (entry.users > 0) return;
      this.#watched.delete(channel);
      entry.watch.stop();
      entry.release();
    };
  }

  /** Runs the whole flow. `redirect` has to be made in the handler of the click, or no window opens. */
  async signIn(
    server: { readonly id: string; readonly name: string },
    challenge: AuthChallenge,
    redirect: RedirectReceiver,
  ): Promise<void> {
    const { keeper, registrations, origin } = this.#ports;
    this.#running.get(server.id)?.abort();
    const abort = new AbortController();
    this.#running.set(server.id, abort);
    const isNewest = (): boolean => this.#running.get(server.id) === abort;
    this.#set(server.id, { phase: 'waiting' });
    try {
      const granted = (await keeper.grantOf(server.id))?.scopes;
      const grant = await this.#ports.signIn({
        challenge,
        redirect,
        registrations,
        settings: { clientName: 'Loggia', ...metadataFor(origin, challenge.resource.resource) },
        ...(granted && { granted }),
        signal: abort.signal,
      });
      if (!isNewest()) return;
      this.#set(server.id, { phase: 'finishing' });
      await keeper.adopt(server.id, grant);
      if (isNewest()) this.#set(server.id, undefined);
      await this.#recount();
    } catch (error) {
      if (isNewest()) this.#set(server.id, failureOf(error, server.name, abort.signal));
    } finally {
      redirect.close();
      if (isNewest()) this.#running.delete(server.id);
    }
  }

  /** Stops waiting, or puts a failure away. */
  cancel(server: string): void {
    this.#running.get(server)?.abort();
    this.#set(server, undefined);
  }

  async signOut(server: string, resource?: string): Promise<SignedOut> {
    this.cancel(server);
    const outcome = await this.#ports.keeper.signOut(server, resource);
    await this.#recount();
    return outcome;
  }

  /** What is stored has changed, here or in another tab. */
  async #recount(): Promise<void> {
    const signedIn = (await this.#ports.grants.list()).map(({ server, grant }): SignedIn => {
      const { resource, issuer, scopes, expiresAt, refreshToken } = grant;
      return {
        server,
        resource,
        issuer,
        scopes,
        ...(expiresAt !== undefined && { expiresAt }),
        renewable: refreshToken !== undefined,
      };
    });
    this.#snapshot.set({ ...this.getSnapshot(), signedIn });
  }

  #set(server: string, attempt: Attempt | undefined): void {
    const attempts = new Map(this.getSnapshot().attempts);
    if (attempt === undefined) attempts.delete(server);
    else attempts.set(server, attempt);
    this.#snapshot.set({ ...this.getSnapshot(), attempts });
  }
}

/** Nobody else can read what this machine serves to itself, except who is on it too. */
function metadataFor(origin: string, resource: string): { clientMetadataUrl?: string } {
  const isReached = origin.startsWith('https:') || (isLocal(origin) && isLocal(resource));
  return isReached ? { clientMetadataUrl: `${origin}/oauth/client.json` } : {};
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(address).hostname);
}

function failureOf(error: unknown, name: string, signal: AbortSignal): Attempt | undefined {
  if (signal.aborted) return undefined;
  if (error instanceof HostError) {
    return {
      phase: 'failed',
      message: `You signed in, but “${name}” rejects the token: ${error.message} Try again, or with another account.`,
    };
  }
  const isKnown = error instanceof SignInError || error instanceof Error;
  return { phase: 'failed', message: isKnown ? error.message : 'Sign-in failed. Try again.' };
}
