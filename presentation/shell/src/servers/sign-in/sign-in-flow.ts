import { Cell, HostError, type Readable } from '@loggia/client';
import {
  SignInError,
  type Grant,
  type KnownSignIns,
  type RedirectReceiver,
  type RegistrationStore,
  type SignedOut,
  type SignInRecord,
  type SignInRequest,
} from '@loggia/client/oauth';
import type { AuthChallenge } from '@loggia/protocol';

/** A sign-in that is under way, or came to nothing. */
export type Attempt =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'finishing' }
  | { readonly phase: 'failed'; readonly message: string };

/** A sign-in of this browser. */
export interface SignedIn extends SignInRecord {
  readonly server: string;
}

export interface SignInsSnapshot {
  /** By server. */
  readonly attempts: ReadonlyMap<string, Attempt>;
  readonly signedIn: readonly SignedIn[];
}

export interface SignInPorts {
  readonly known: Pick<KnownSignIns, 'adopt' | 'recordOf' | 'list' | 'signOut'>;
  readonly registrations: RegistrationStore;
  /** The origin of this page. */
  readonly origin: string;
  signIn(request: SignInRequest): Promise<Grant>;
}

/** The sign-ins of this browser: one flow per page, for as long as the page lives. */
export class SignInFlow implements Readable<SignInsSnapshot> {
  readonly #ports: SignInPorts;
  readonly #running = new Map<string, AbortController>();
  readonly #snapshot = new Cell<SignInsSnapshot>({ attempts: new Map(), signedIn: [] });
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
  }

  /** Called again when another tab has changed the records. */
  async start(): Promise<void> {
    await this.#recount();
  }

  /** Runs the whole flow. `redirect` has to be made in the handler of the click, or no window opens. */
  async signIn(
    server: { readonly id: string; readonly name: string },
    challenge: AuthChallenge,
    redirect: RedirectReceiver,
  ): Promise<void> {
    const { known, registrations, origin } = this.#ports;
    this.#running.get(server.id)?.abort();
    const abort = new AbortController();
    this.#running.set(server.id, abort);
    const isNewest = (): boolean => this.#running.get(server.id) === abort;
    this.#set(server.id, { phase: 'waiting' });
    try {
      const granted = (await known.recordOf(server.id))?.scopes;
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
      await known.adopt(server.id, grant);
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
    const outcome = await this.#ports.known.signOut(server, resource);
    await this.#recount();
    return outcome;
  }

  async #recount(): Promise<void> {
    const signedIn = (await this.#ports.known.list()).map(({ server, record }) => ({ server, ...record }));
    this.#snapshot.set({ ...this.getSnapshot(), signedIn });
  }

  #set(server: string, attempt: Attempt | undefined): void {
    const attempts = new Map(this.getSnapshot().attempts);
    if (attempt === undefined) attempts.delete(server);
    else attempts.set(server, attempt);
    this.#snapshot.set({ ...this.getSnapshot(), attempts });
  }
}

/** Metadata on loopback can be read only from the same machine. */
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
