import type { AuthChallenge } from '@loggia/protocol';
import { AuthorizationServer, type AuthorizationServerOptions } from '@loggia/testing/oauth';
import { MemoryRegistrationStore } from './memory-stores.ts';
import type { RedirectReceiver } from './redirect-receiver.ts';
import { signIn, type SignInRequest } from './sign-in.ts';

/** A user who agrees to everything: goes where the browser is sent, and comes back with what the address says. */
export class WillingUser implements RedirectReceiver {
  readonly opened: URL[] = [];
  /** The text of the page on which the user got stuck. */
  stuckOn: string | undefined;
  closed = 0;
  readonly #uri: string;
  #answer: URLSearchParams | undefined;

  constructor(uri = 'http://127.0.0.1:7777/oauth/callback') {
    this.#uri = uri;
  }

  async redirectUri(): Promise<string> {
    return this.#uri;
  }

  async open(url: string): Promise<void> {
    this.opened.push(new URL(url));
    this.#answer = undefined;
    const response = await fetch(url, { redirect: 'manual' });
    const target = response.headers.get('location');
    if (target === null) this.stuckOn = await response.text();
    else this.#answer = new URL(target).searchParams;
  }

  async wait(signal: AbortSignal): Promise<URLSearchParams> {
    if (this.#answer) return this.#answer;
    return new Promise((_, reject) => {
      const stop = (): void => reject(signal.reason as Error);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }

  close(): void {
    this.closed += 1;
  }
}

export const resource = 'http://127.0.0.1:1/mcp';

/** An authorization server, and what signing in at it takes. */
export class SignInRig implements AsyncDisposable {
  readonly server: AuthorizationServer;
  readonly registrations = new MemoryRegistrationStore();

  private constructor(server: AuthorizationServer) {
    this.server = server;
  }

  static async start(options: AuthorizationServerOptions = {}): Promise<SignInRig> {
    return new SignInRig(await AuthorizationServer.start(options));
  }

  challenge(changes: Partial<AuthChallenge> = {}): AuthChallenge {
    return {
      reason: 'required',
      resource: { resource, authorization_servers: [this.server.issuer] },
      ...changes,
    };
  }

  signIn(changes: Partial<SignInRequest> = {}) {
    return signIn({
      challenge: this.challenge(),
      redirect: new WillingUser(),
      registrations: this.registrations,
      settings: { clientName: 'Loggia' },
      ...changes,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
  }
}
