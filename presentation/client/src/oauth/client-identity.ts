import type { AuthChallenge } from '@loggia/protocol';
import { dynamicClientRegistrationRequest, type AuthorizationServer } from 'oauth4webapi';
import type { CheckAddress } from './addresses.ts';
import { requestOptions } from './discovery.ts';
import { problemOf } from './oauth-problem.ts';
import type { Fetch } from './reach.ts';
import {
  registrationKey,
  type ClientAuthMethod,
  type Registration,
  type RegistrationStore,
} from './registration.ts';
import { SignInError } from './sign-in-error.ts';
import type { PreRegisteredClient, SignInSettings } from './settings.ts';

/** The client's identity towards an authorization server. */
export interface ClientIdentity {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly clientAuthMethod: ClientAuthMethod;
  /**
   * The key of its stored registration, if it was registered dynamically: one that the server has forgotten can be
   * registered again.
   */
  readonly registration?: string;
  /** Whether it was made just now, so that making it again would not help. */
  readonly fresh?: boolean;
}

export interface IdentityRequest {
  readonly server: AuthorizationServer;
  readonly challenge: AuthChallenge;
  readonly redirectUri: string;
  readonly settings: SignInSettings;
  readonly registrations: RegistrationStore;
  readonly check: CheckAddress;
  readonly fetch: Fetch;
  now(): number;
}

/** Registered by hand, else named by its metadata document, else registered on the fly. */
export async function identify(request: IdentityRequest): Promise<ClientIdentity> {
  const { server, challenge, settings } = request;
  const byHand = preRegistered(challenge, settings, server.issuer);
  if (byHand) {
    return { ...byHand, clientAuthMethod: authMethodFor(server, byHand.clientSecret) };
  }
  const { clientMetadataUrl } = settings;
  if (server.client_id_metadata_document_supported === true && clientMetadataUrl !== undefined) {
    return { clientId: clientMetadataUrl, clientAuthMethod: 'none' };
  }
  if (server.registration_endpoint !== undefined) return registered(request);
  const { host } = new URL(server.issuer);
  throw new SignInError(
    'configure',
    `${host} does not register clients on its own. Register one there by hand with the redirect address ${request.redirectUri}, and put its client id under "oauth" in the settings of the server.`,
  );
}

/** A secret is only used with the client id that it was set up for. */
function preRegistered(
  { oauthClient }: AuthChallenge,
  { preRegistered: byIssuer }: SignInSettings,
  issuer: string,
): PreRegisteredClient | undefined {
  const set = byIssuer && Object.hasOwn(byIssuer, issuer) ? byIssuer[issuer] : undefined;
  if (!oauthClient) return set;
  if (set?.clientId === oauthClient.clientId) return set;
  const { clientId, clientSecret } = oauthClient;
  return { clientId, ...(clientSecret !== undefined && { clientSecret }) };
}

/** RFC 8414: an authorization server that does not say takes the secret in the header. */
function authMethodFor(
  { token_endpoint_auth_methods_supported: offered, issuer }: AuthorizationServer,
  secret: string | undefined,
): ClientAuthMethod {
  if (secret === undefined) return 'none';
  if (offered === undefined || offered.includes('client_secret_basic')) return 'client_secret_basic';
  if (offered.includes('client_secret_post')) return 'client_secret_post';
  throw new SignInError(
    'unsupported',
    `${new URL(issuer).host} supports no way of sending a client secret that Loggia knows. Register a public client instead.`,
  );
}

async function registered(request: IdentityRequest): Promise<ClientIdentity> {
  const { server, redirectUri, registrations, now } = request;
  const key = registrationKey(server.issuer, redirectUri);
  const known = await registrations.get(key);
  if (known && known.redirectUri === redirectUri && (known.expiresAt ?? Infinity) > now()) {
    return identityOf(known, key);
  }
  const made = await register(request);
  await registrations.put(key, made);
  return { ...identityOf(made, key), fresh: true };
}

function identityOf({ clientId, clientSecret, clientAuthMethod }: Registration, key: string): ClientIdentity {
  return {
    clientId,
    clientAuthMethod,
    registration: key,
    ...(clientSecret !== undefined && { clientSecret }),
  };
}

async function register(request: IdentityRequest): Promise<Registration> {
  const { server, redirectUri, settings, check, fetch } = request;
  check(server.registration_endpoint, 'registration endpoint');
  const { host } = new URL(server.issuer);
  try {
    const response = await dynamicClientRegistrationRequest(
      server,
      {
        client_name: settings.clientName,
        application_type: applicationType(redirectUri),
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: methodToAsk(server),
      },
      requestOptions(fetch),
    );
    if (response.ok) return readRegistration(await response.json(), redirectUri, server);
    const { error_description: words, error } = (await response.json()) as Record<string, unknown>;
    const why = [words, error].find((text) => typeof text === 'string') ?? `status ${response.status}`;
    throw new SignInError('refused', `${host} refused to register this client: ${why.slice(0, 300)}`);
  } catch (error) {
    throw problemOf(error, `registering at ${host}`, 'unreachable');
  }
}

/** OpenID Connect registration: authorization servers hold redirect addresses to other rules for each of the two. */
function applicationType(redirectUri: string): 'native' | 'web' {
  const { protocol, hostname } = new URL(redirectUri);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' && !isLoopback ? 'web' : 'native';
}

/** A public client, unless the server doesn't support one. */
function methodToAsk({ token_endpoint_auth_methods_supported: offered }: AuthorizationServer): string {
  if (offered === undefined || offered.includes('none')) return 'none';
  return offered.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

/** The answer overrides the request. */
function readRegistration(answer: unknown, redirectUri: string, server: AuthorizationServer): Registration {
  const {
    client_id: clientId,
    client_secret: secret,
    client_secret_expires_at: expires,
    token_endpoint_auth_method: method,
  } = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  if (typeof clientId !== 'string' || clientId === '') throw new Error('its answer names no client');
  const clientSecret = typeof secret === 'string' && secret !== '' ? secret : undefined;
  return {
    clientId,
    redirectUri,
    clientAuthMethod: clientSecret === undefined ? 'none' : methodIn(method, server),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(typeof expires === 'number' && expires > 0 && { expiresAt: expires * 1000 }),
  };
}

/** If the answer names none, one that the authorization server takes: some give a secret to everybody, and take none. */
function methodIn(
  method: unknown,
  { token_endpoint_auth_methods_supported: offered }: AuthorizationServer,
): ClientAuthMethod {
  if (method === 'none' || method === 'client_secret_post') return method;
  if (method !== undefined || offered === undefined) return 'client_secret_basic';
  const methods = ['client_secret_basic', 'client_secret_post'] as const;
  return methods.find((name) => offered.includes(name)) ?? 'none';
}
