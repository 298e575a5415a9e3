import { HostError } from '@loggia/client';
import { KnownSignIns, offerTo, signIn, throughHost, type SignedOut } from '@loggia/client/oauth';
import type { AuthChallenge, ServerReport } from '@loggia/protocol';
import { CommandFailed } from '../failure.ts';
import type { HostLink } from '../host/host-link.ts';
import { printableLine } from '../output/printable.ts';
import type { World } from '../world.ts';
import { LoopbackReceiver } from './loopback-receiver.ts';
import { browserCommand, hasBrowser } from './open-browser.ts';
import { SignInFile } from './sign-in-file.ts';

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
  readonly #file: SignInFile;
  readonly #known: KnownSignIns;

  constructor(link: HostLink, world: World) {
    const { dataDirectory, local, ahp } = link.address;
    this.#link = link;
    this.#world = world;
    this.#file = new SignInFile(dataDirectory);
    this.#known = new KnownSignIns({
      // The port of the user's own host changes, and it is still the same host.
      records: this.#file.recordsOf(local === undefined ? ahp : 'local'),
      offer: offerTo(link.client),
    });
  }

  /** Runs the flow with the user and hands the token to the host. */
  async signIn(server: ServerReport, challenge: AuthChallenge, way: SignInWay): Promise<void> {
    await this.#file.forgetFormer();
    const granted = (await this.#known.recordOf(server.id))?.scopes;
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
      // The host adds the secrets of clients, and keeps the refresh token.
      reach: throughHost(this.#link.client),
      signal: way.signal ?? this.#world.interrupted,
    });
    try {
      await this.#known.adopt(server.id, grant);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      const name = printableLine(server.name);
      throw new CommandFailed(
        'signInNeeded',
        `You signed in, but "${name}" rejects the token: ${error.message} Try again, or with another account.`,
        { cause: error },
      );
    }
  }

  /** Forgets the sign-in here and in the host, which has its tokens revoked. */
  async signOut(server: ServerReport): Promise<SignedOut> {
    await this.#file.forgetFormer();
    return this.#known.signOut(server.id, resourceOf(server));
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

/** The resource that a token for the server would be for, as far as known; usually its address. */
function resourceOf({ state, transport }: ServerReport): string | undefined {
  if (state.kind === 'authRequired') return state.resource.resource;
  return transport.kind === 'stdio' ? undefined : transport.url;
}
