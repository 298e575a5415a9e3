import { randomUUID } from 'node:crypto';
import { ClientBook, isTexts, redirectAllowed, type AuthMethod, type KnownClient } from './client-book.ts';
import { openLoopbackServer, type LoopbackServer } from './loopback-server.ts';
import { OAuthFailure } from './oauth-failure.ts';
import { TokenBook } from './token-book.ts';

/** Its behavior, including ways to break it. Can be changed at any time. */
export interface AuthorizationKnobs {
  /** `page` asks the user with two buttons. */
  consent: 'automatic' | 'page' | 'deny';
  registration: 'open' | 'closed';
  /** Whether a client can be identified by the address of its metadata document. */
  metadataDocuments: 'supported' | 'unsupported';
  /** The location of its own metadata: RFC 8414, or OpenID Connect with the path inserted or appended; or none. */
  metadataAt: 'oauth' | 'oidc-inserted' | 'oidc-appended' | 'nowhere';
  /** Undefined leaves it out of the metadata. */
  pkceMethods: readonly string[] | undefined;
  authMethods: readonly AuthMethod[];
  /** `always` gives a secret to public clients, too, and doesn't say how a client authenticates. */
  secrets: 'if-used' | 'always';
  scopesSupported: readonly string[] | undefined;
  /** Wrong issuers, in its metadata and in the responses to the client. */
  metadataIssuer: string | undefined;
  responseIssuer: string | undefined;
  /** Returned instead of the client's. */
  responseState: string | undefined;
  accessTokenSeconds: number;
  refresh: 'rotate' | 'keep' | 'none';
  /** Runs before each answer of the token endpoint. If it throws, the answer is a 503. */
  beforeToken: ((form: URLSearchParams) => void | Promise<void>) | undefined;
}

type Counted =
  | 'metadata'
  | 'authorize'
  | 'token'
  | 'refresh'
  | 'register'
  | 'revoke'
  | 'introspect'
  | 'metadataDocument';

export interface AuthorizationServerOptions extends Partial<AuthorizationKnobs> {
  /** Such as `/tenant`: the issuer then has a path. */
  readonly path?: string;
  readonly now?: () => number;
}

export interface NewClient {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly authMethod?: AuthMethod;
  readonly redirectUris: readonly string[];
}

interface AuthorizationRequest {
  readonly client: KnownClient;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly query: URLSearchParams;
}

/** A real OAuth 2.1 authorization server on loopback, controlled by the test. */
export class AuthorizationServer {
  readonly knobs: AuthorizationKnobs;
  readonly requests: Record<Counted, number> = {
    metadata: 0,
    authorize: 0,
    token: 0,
    refresh: 0,
    register: 0,
    revoke: 0,
    introspect: 0,
    metadataDocument: 0,
  };
  readonly clients = new ClientBook();
  readonly tokens: TokenBook;
  /** The secret with which resource servers may introspect. */
  readonly resourceServerSecret = randomUUID();
  /** The newest authorization request. */
  lastAuthorization: URLSearchParams | undefined;
  readonly #path: string;
  readonly #waiting = new Map<string, AuthorizationRequest>();
  #server: LoopbackServer | undefined;

  private constructor({ path = '', now = Date.now, ...knobs }: AuthorizationServerOptions) {
    this.#path = path;
    this.knobs = {
      consent: 'automatic',
      registration: 'open',
      metadataDocuments: 'unsupported',
      metadataAt: 'oauth',
      pkceMethods: ['S256'],
      authMethods: ['none', 'client_secret_basic', 'client_secret_post'],
      secrets: 'if-used',
      scopesSupported: undefined,
      metadataIssuer: undefined,
      responseIssuer: undefined,
      responseState: undefined,
      accessTokenSeconds: 3600,
      refresh: 'rotate',
      beforeToken: undefined,
      ...knobs,
    };
    this.tokens = new TokenBook({
      now,
      lifetimeSeconds: () => this.knobs.accessTokenSeconds,
      refresh: () => this.knobs.refresh,
    });
  }

  static async start(options: AuthorizationServerOptions = {}): Promise<AuthorizationServer> {
    const started = new AuthorizationServer(options);
    started.#server = await openLoopbackServer((request) => started.#answer(request));
    return started;
  }

  get origin(): string {
    return this.#server?.origin ?? '';
  }

  get issuer(): string {
    return `${this.origin}${this.#path}`;
  }

  get introspectionEndpoint(): string {
    return `${this.issuer}/introspect`;
  }

  close(): Promise<void> {
    return this.#server?.close() ?? Promise.resolve();
  }

  addClient({ clientId, clientSecret, authMethod, redirectUris }: NewClient): void {
    this.clients.add({
      clientId,
      redirectUris,
      name: clientId,
      authMethod: authMethod ?? (clientSecret === undefined ? 'none' : 'client_secret_basic'),
      ...(clientSecret !== undefined && { clientSecret }),
    });
  }

  purgeClient(clientId: string): void {
    this.clients.remove(clientId);
  }

  /** Expires every access token, but not refresh tokens. */
  expireAll(): void {
    this.tokens.expireAll();
  }

  /** Revokes every consent, as the user could. */
  revokeAll(): void {
    this.tokens.revokeAll();
  }

  async #answer(request: Request): Promise<Response> {
    if (request.method === 'OPTIONS') return withCors(new Response(null, { status: 204 }));
    try {
      return withCors(await this.#route(request));
    } catch (error) {
      if (!(error instanceof OAuthFailure)) throw error;
      const answer = Response.json(
        { error: error.error, error_description: error.message },
        { status: error.status },
      );
      if (error.status === 401) answer.headers.set('www-authenticate', 'Basic realm="oauth"');
      return withCors(answer);
    }
  }

  async #route(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === this.#metadataPath) return this.#metadata();
    switch (`${request.method} ${url.pathname.slice(this.#path.length)}`) {
      case 'GET /authorize':
        return this.#authorize(url.searchParams);
      case 'POST /decide':
        return this.#decide(await formOf(request));
      case 'POST /token':
        return this.#token(await formOf(request), request.headers.get('authorization'));
      case 'POST /register':
        return this.#register(await request.json());
      case 'POST /revoke':
        return this.#revoke(await formOf(request), request.headers.get('authorization'));
      case 'POST /introspect':
        return this.#introspect(await formOf(request), request.headers.get('authorization'));
      default:
        return new Response('Nothing here', { status: 404 });
    }
  }

  get #metadataPath(): string | undefined {
    const { metadataAt } = this.knobs;
    if (metadataAt === 'nowhere') return undefined;
    if (metadataAt === 'oauth') return `/.well-known/oauth-authorization-server${this.#path}`;
    if (metadataAt === 'oidc-inserted') return `/.well-known/openid-configuration${this.#path}`;
    return `${this.#path}/.well-known/openid-configuration`;
  }

  #metadata(): Response {
    this.requests.metadata += 1;
    const { knobs, issuer } = this;
    return Response.json({
      issuer: knobs.metadataIssuer ?? issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/revoke`,
      introspection_endpoint: this.introspectionEndpoint,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: knobs.authMethods,
      authorization_response_iss_parameter_supported: true,
      ...(knobs.pkceMethods && { code_challenge_methods_supported: knobs.pkceMethods }),
      ...(knobs.scopesSupported && { scopes_supported: knobs.scopesSupported }),
      ...(knobs.registration === 'open' && { registration_endpoint: `${issuer}/register` }),
      ...(knobs.metadataDocuments === 'supported' && { client_id_metadata_document_supported: true }),
    });
  }

  async #authorize(query: URLSearchParams): Promise<Response> {
    this.requests.authorize += 1;
    this.lastAuthorization = query;
    const client = await this.#clientOf(query.get('client_id') ?? '');
    const redirectUri = query.get('redirect_uri') ?? '';
    // RFC 6749 §4.1.2.1: an unknown client isn't redirected anywhere.
    if (client === undefined) return page(400, 'This client is not known here.');
    if (!redirectAllowed(client, redirectUri))
      return page(400, 'This client may not be sent to that address.');
    const asked: AuthorizationRequest = { client, redirectUri, state: query.get('state'), query };
    if (query.get('response_type') !== 'code')
      return this.#sendBack(asked, { error: 'unsupported_response_type' });
    const challenge = query.get('code_challenge');
    if (!challenge || query.get('code_challenge_method') !== 'S256') {
      return this.#sendBack(asked, {
        error: 'invalid_request',
        error_description: 'PKCE with S256 is required',
      });
    }
    if (!URL.canParse(query.get('resource') ?? '')) {
      return this.#sendBack(asked, { error: 'invalid_target', error_description: 'resource is required' });
    }
    if (this.knobs.consent === 'deny') return this.#sendBack(asked, { error: 'access_denied' });
    if (this.knobs.consent === 'automatic') return this.#grant(asked);
    const id = randomUUID();
    this.#waiting.set(id, asked);
    return page(
      200,
      `${client.name} asks for access: ${query.get('scope') ?? 'the usual'}.`,
      `<form method="post" action="${this.issuer}/decide"><input type="hidden" name="request" value="${id}">
       <button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></form>`,
    );
  }

  #decide(form: URLSearchParams): Response {
    const id = form.get('request') ?? '';
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (asked === undefined) return page(400, 'This was decided already.');
    return form.get('answer') === 'allow'
      ? this.#grant(asked)
      : this.#sendBack(asked, { error: 'access_denied' });
  }

  #grant(asked: AuthorizationRequest): Response {
    const { client, redirectUri, query } = asked;
    const code = this.tokens.codeFor({
      clientId: client.clientId,
      redirectUri,
      challenge: query.get('code_challenge') ?? '',
      resource: query.get('resource') ?? '',
      scopes: (query.get('scope') ?? '').split(' ').filter(Boolean),
    });
    return this.#sendBack(asked, { code });
  }

  #sendBack(
    { redirectUri, state }: AuthorizationRequest,
    answer: Readonly<Record<string, string>>,
  ): Response {
    const target = new URL(redirectUri);
    for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
    const sentState = this.knobs.responseState ?? state;
    if (sentState !== null) target.searchParams.set('state', sentState);
    target.searchParams.set('iss', this.knobs.responseIssuer ?? this.issuer);
    return new Response(null, { status: 302, headers: { location: target.href } });
  }

  async #token(form: URLSearchParams, authorization: string | null): Promise<Response> {
    this.requests.token += 1;
    const renewing = form.get('grant_type') === 'refresh_token';
    if (renewing) this.requests.refresh += 1;
    try {
      await this.knobs.beforeToken?.(form);
    } catch {
      return new Response('Come back later', { status: 503 });
    }
    const { clientId } = this.clients.authenticate(form, authorization);
    const resource = form.get('resource') ?? '';
    if (!renewing && form.get('grant_type') !== 'authorization_code') {
      throw new OAuthFailure('unsupported_grant_type', 'only codes and refresh tokens are taken');
    }
    const issued = renewing
      ? this.tokens.renew(form.get('refresh_token') ?? '', clientId, resource)
      : this.tokens.redeem(
          {
            code: form.get('code') ?? '',
            verifier: form.get('code_verifier') ?? '',
            redirectUri: form.get('redirect_uri') ?? '',
            resource,
          },
          clientId,
        );
    return Response.json(
      {
        access_token: issued.accessToken,
        token_type: 'Bearer',
        expires_in: this.knobs.accessTokenSeconds,
        scope: issued.scopes.join(' '),
        ...(issued.refreshToken !== undefined && { refresh_token: issued.refreshToken }),
      },
      { headers: { 'cache-control': 'no-store' } },
    );
  }

  #register(metadata: unknown): Response {
    this.requests.register += 1;
    if (this.knobs.registration === 'closed') return new Response('Nothing here', { status: 404 });
    if (typeof metadata !== 'object' || metadata === null) {
      throw new OAuthFailure('invalid_client_metadata', 'the metadata is not an object');
    }
    const client = this.clients.register(metadata as Record<string, unknown>);
    return Response.json(
      {
        client_id: client.clientId,
        client_name: client.name,
        redirect_uris: client.redirectUris,
        ...(this.knobs.secrets === 'if-used' && { token_endpoint_auth_method: client.authMethod }),
        ...((client.clientSecret !== undefined || this.knobs.secrets === 'always') && {
          client_secret: client.clientSecret ?? 'unused',
          client_secret_expires_at: 0,
        }),
      },
      { status: 201 },
    );
  }

  #revoke(form: URLSearchParams, authorization: string | null): Response {
    this.requests.revoke += 1;
    this.clients.authenticate(form, authorization);
    this.tokens.revoke(form.get('token') ?? '');
    return new Response(null, { status: 200 });
  }

  #introspect(form: URLSearchParams, authorization: string | null): Response {
    this.requests.introspect += 1;
    if (authorization !== `Bearer ${this.resourceServerSecret}`) {
      throw new OAuthFailure('invalid_client', 'only resource servers may ask', 401);
    }
    return Response.json(this.tokens.introspect(form.get('token') ?? ''));
  }

  /** A client identified by an address describes itself there. */
  async #clientOf(clientId: string): Promise<KnownClient | undefined> {
    const known = this.clients.get(clientId);
    if (known || this.knobs.metadataDocuments === 'unsupported' || !URL.canParse(clientId)) return known;
    this.requests.metadataDocument += 1;
    const answer = await fetch(clientId, { redirect: 'error' }).catch(() => undefined);
    const document = (await answer?.json().catch(() => undefined)) as Record<string, unknown> | undefined;
    const redirectUris = document?.['redirect_uris'];
    if (answer?.status !== 200 || document?.['client_id'] !== clientId || !isTexts(redirectUris))
      return undefined;
    const name = document['client_name'];
    return this.clients.add({
      clientId,
      redirectUris,
      authMethod: 'none',
      name: typeof name === 'string' ? name : clientId,
    });
  }
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text());
}

function withCors(answer: Response): Response {
  answer.headers.set('access-control-allow-origin', '*');
  answer.headers.set('access-control-allow-headers', '*, authorization');
  return answer;
}

function page(status: number, sentence: string, rest = ''): Response {
  const safe = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return new Response(
    `<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in</h1><p>${safe}</p>${rest}`,
    { status, headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
}
