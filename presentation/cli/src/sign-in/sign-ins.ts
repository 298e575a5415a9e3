import { HostError } from '@loggia/client';
import { offerTo, signIn, SignInError, TokenKeeper, type SignedOut } from '@loggia/client/oauth';
import type { AuthChallenge, ServerReport } from '@loggia/protocol';
import { CommandFailed } from '../failure.ts';
import type { HostLink } from '../host/host-link.ts';
import { printableLine } from '../output/printable.ts';
import type { World } from '../world.ts';
import { GrantFile } from './grant-file.ts';
import { LoopbackReceiver } from './loopback-receiver.ts';
import { browserCommand, hasBrowser } from './open-browser.ts';

/** Somebody has to find a password first. */
const signInWithinMs = 10 * 60_000;

export interface SignInWay {
  readonly browser: 'open' | 'print';
  readonly say: (text: string) => void;
  /** Gives up; Ctrl-C does where this is left out. */
  readonly signal?: AbortSignal;
}

/** The sign-ins of this user at the servers of one host, as this command remembers them. */
export class SignIns {
  readonly #link: HostLink;
  readonly #world: World;
  readonly #file: GrantFile;
  readonly #keeper: TokenKeeper;

  constructor(link: HostLink, world: World) {
    const { dataDirectory, local, ahp } = link.address;
    this.#link = link;
    this.#world = world;
    this.#file = new GrantFile(dataDirectory);
    this.#keeper = new TokenKeeper({
      // The port of the user's own host changes, and it is still the same host.
      grants: this.#file.grantsOf(local === undefined ? ahp : 'local'),
      registrations: this.#file.registrations,
      offer: offerTo(link.client),
      withLock: this.#file.withLock,
      report: () => undefined,
    });
  }

  /** Runs the flow with the user and hands the token to the host. */
  async signIn(server: ServerReport, challenge: AuthChallenge, way: SignInWay): Promise<void> {
    const granted = (await this.#keeper.grantOf(server.id))?.scopes;
    const { address } = this.#link;
    const grant = await signIn({
      challenge,
      redirect: new LoopbackReceiver({ show: (url) => this.#show(url, way), withinMs: signInWithinMs }),
      registrations: this.#file.registrations,
      settings: {
        clientName: 'Loggia',
        // Nobody else can read what this machine serves to itself.
        ...(address.http.startsWith('https:') && { clientMetadataUrl: `${address.http}/oauth/client.json` }),
      },
      ...(granted !== undefined && { granted }),
      signal: way.signal ?? this.#world.interrupted,
    });
    try {
      await this.#keeper.adopt(server.id, grant);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const name = printableLine(server.name);
      throw new CommandFailed(
        'signInNeeded',
        `You signed in, but "${name}" does not take the token: ${error.message} Try again, or with another account.`,
        { cause: error },
      );
    }
  }

  /** True when a stored grant did what the server asks for; the user was not needed. */
  async renew(server: ServerReport): Promise<boolean> {
    return server.state.kind === 'authRequired' && this.answer(server.id, server.state);
  }

  /** The same for a challenge in the middle of a call. */
  async answer(server: string, challenge: AuthChallenge): Promise<boolean> {
    try {
      return (await this.#keeper.answer(server, challenge)) === 'answered';
    } catch (error) {
      // The user can still sign in anew, and is told so.
      if (error instanceof HostError || error instanceof SignInError) return false;
      throw error;
    }
  }

  /** Forgets the token here and in the host, and has it revoked. `mine`: it was this command that signed in. */
  async signOut(server: ServerReport): Promise<SignedOut & { readonly mine: boolean }> {
    const mine = (await this.#keeper.grantOf(server.id)) !== undefined;
    return { mine, ...(await this.#keeper.signOut(server.id, resourceOf(server))) };
  }

  dispose(): void {
    this.#keeper.dispose();
  }

  async #show(url: string, { browser, say }: SignInWay): Promise<void> {
    const opened =
      browser === 'open' &&
      hasBrowser(this.#world) &&
      (await this.#world.launch(...splitCommand(browserCommand(this.#world.platform, url))));
    say(
      opened
        ? `Sign in with the browser that opens. If none does, go to:\n${url}`
        : `To sign in, open this address in a browser on this machine:\n${url}`,
    );
  }
}

function splitCommand([command, ...args]: readonly [string, ...string[]]): [string, readonly string[]] {
  return [command, args];
}

/** What a token of the server would be for, as far as can be told; as a rule that is its address. */
function resourceOf({ state, transport }: ServerReport): string | undefined {
  if (state.kind === 'authRequired') return state.resource.resource;
  return transport.kind === 'stdio' ? undefined : transport.url;
}
