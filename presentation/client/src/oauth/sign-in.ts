import type { AuthChallenge } from '@loggia/protocol';
import {
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  validateAuthResponse,
  type AuthorizationServer,
} from 'oauth4webapi';
import { globalEnvironment, type Environment } from '../environment.ts';
import { addressesFor, type CheckAddress } from './addresses.ts';
import { carefulFetch } from './careful-fetch.ts';
import { identify, type ClientIdentity } from './client-identity.ts';
import { discover, issuersOf, requestOptions } from './discovery.ts';
import type { Grant } from './grant.ts';
import { codeOf, problemOf } from './oauth-problem.ts';
import { directly, type Fetch, type Reach } from './reach.ts';
import type { RedirectReceiver } from './redirect-receiver.ts';
import type { RegistrationStore } from './registration.ts';
import { scopesToAsk } from './scopes.ts';
import type { SignInSettings } from './settings.ts';
import { SignInError } from './sign-in-error.ts';
import { clientAuth, readTokens } from './token-endpoint.ts';

export interface SignInRequest {
  readonly challenge: AuthChallenge;
  /** Closed at the end. */
  readonly redirect: RedirectReceiver;
  readonly registrations: RegistrationStore;
  readonly settings: SignInSettings;
  /** The scopes granted so far. They are requested again, since the new token replaces the old one. */
  readonly granted?: readonly string[];
  /** Which of the challenge's authorization servers; by default the first that answers. */
  readonly issuer?: string;
  /** How to reach the authorization server; by default directly. */
  readonly reach?: Reach;
  readonly environment?: Environment;
  readonly signal?: AbortSignal;
}

/**
 * Runs the whole flow with the user. Rejects with `SignInError`.
 *
 * A registration that the authorization server has forgotten is renewed, once. If the server tells only the user and
 * nobody returns, the registration is dropped when the sign-in is given up, so that the next one registers again.
 */
export async function signIn(request: SignInRequest): Promise<Grant> {
  const { redirect, signal } = request;
  try {
    signal?.throwIfAborted();
    return await new Flow(request).run();
  } catch (error) {
    if (signal?.aborted === true) throw new SignInError('cancelled', 'The sign-in was canceled.');
    throw problemOf(error, 'signing in', 'unreachable');
  } finally {
    redirect.close();
  }
}

class Flow {
  readonly #request: SignInRequest;
  readonly #environment: Environment;
  readonly #signal: AbortSignal;
  readonly #check: CheckAddress;

  constructor(request: SignInRequest) {
    const { challenge, environment = globalEnvironment, signal = new AbortController().signal } = request;
    this.#request = request;
    this.#environment = environment;
    this.#signal = signal;
    this.#check = addressesFor(challenge.resource.resource);
  }

  async run(): Promise<Grant> {
    const server = await this.#findServer();
    const redirectUri = await this.#request.redirect.redirectUri();
    const identity = await this.#identify(server, redirectUri);
    try {
      return await this.#authorize(server, redirectUri, identity);
    } catch (error) {
      if (!isUnknownClient(error)) throw error;
      if (identity.registration !== undefined) {
        await this.#request.registrations.delete(identity.registration);
      }
      if (identity.registration === undefined || identity.fresh) {
        throw new SignInError(
          'configure',
          `${new URL(server.issuer).host} does not accept this client (${identity.clientId}). Check the client id and the secret in the settings of the server, and that ${redirectUri} is registered for it.`,
          codeOf(error),
        );
      }
    }
    return this.#authorize(server, redirectUri, await this.#identify(server, redirectUri));
  }

  /** The first that can be used; when none can, what is wrong with the first. */
  async #findServer(): Promise<AuthorizationServer> {
    const { challenge, issuer } = this.#request;
    const named = issuersOf(challenge.resource);
    const candidates = issuer === undefined ? named : named.filter((name) => name === issuer);
    let problem: unknown;
    for (const candidate of candidates) {
      try {
        const { resource } = challenge.resource;
        return await discover(candidate, resource, this.#check, this.#fetchFrom(candidate));
      } catch (error) {
        this.#signal.throwIfAborted();
        problem ??= error;
      }
    }
    throw (
      problem ??
      new SignInError(
        'configure',
        'The server does not say where to sign in. Ask its operator to correct that.',
      )
    );
  }

  #fetchFrom(issuer: string): Fetch {
    const { challenge, reach = directly } = this.#request;
    const { resource } = challenge.resource;
    return carefulFetch(reach({ resource, issuer }), this.#environment, this.#signal);
  }

  #identify(server: AuthorizationServer, redirectUri: string): Promise<ClientIdentity> {
    const { challenge, settings, registrations } = this.#request;
    return identify({
      server,
      challenge,
      redirectUri,
      settings,
      registrations,
      check: this.#check,
      fetch: this.#fetchFrom(server.issuer),
      now: () => this.#environment.now(),
    });
  }

  async #authorize(
    server: AuthorizationServer,
    redirectUri: string,
    identity: ClientIdentity,
  ): Promise<Grant> {
    const { challenge, redirect, granted } = this.#request;
    const { resource } = challenge.resource;
    const scopes = scopesToAsk(challenge, server, granted);
    const verifier = generateRandomCodeVerifier();
    const state = generateRandomState();
    const address = this.#check(server.authorization_endpoint, 'authorization endpoint');
    const query = {
      response_type: 'code',
      client_id: identity.clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource,
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);

    await redirect.open(address.href);
    const answer = await this.#answerOf(identity);
    const client = { client_id: identity.clientId };
    const code = readAnswer(server, client, answer, state);
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      clientAuth(identity),
      code,
      redirectUri,
      verifier,
      { ...requestOptions(this.#fetchFrom(server.issuer)), additionalParameters: { resource } },
    );
    const tokens = readTokens(
      await processAuthorizationCodeResponse(server, client, response),
      scopes,
      this.#environment.now(),
    );
    return { ...tokens, resource, issuer: server.issuer, clientId: identity.clientId };
  }

  async #answerOf({ registration }: ClientIdentity): Promise<URLSearchParams> {
    try {
      return await this.#request.redirect.wait(this.#signal);
    } catch (error) {
      if (registration !== undefined) await this.#request.registrations.delete(registration);
      throw error;
    }
  }
}

/**
 * Whether the answer belongs to this request and its authorization server. If not, it is an attack, or meant for
 * somebody else.
 */
function readAnswer(
  server: AuthorizationServer,
  client: { client_id: string },
  answer: URLSearchParams,
  state: string,
): URLSearchParams {
  try {
    return validateAuthResponse(server, client, answer, state);
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      if (error.error !== 'access_denied') throw error;
      throw new SignInError('cancelled', 'Access was not granted. Sign in again to grant it.', error.error);
    }
    throw new SignInError(
      'untrusted',
      'The answer doesn’t belong to this sign-in, so it was ignored. Sign in again.',
    );
  }
}

function isUnknownClient(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'invalid_client' || code === 'unauthorized_client';
}
