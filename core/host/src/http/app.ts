import type { IncomingRequest, Refusal } from '@loggia/access';
import type { Health } from '@loggia/kernel';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from '../logger.ts';
import { refused } from './api/answer.ts';
import { refusalOf } from './api/api.ts';
import type { Endpoints } from './endpoints.ts';
import { authorityOf, namesOf, schemeOf, type Environment } from './environment.ts';
import { icon } from './icon.ts';
import { callbackPage, callbackScript } from './oauth-callback.ts';
import { clientDocument } from './oauth-client.ts';
import { homePage, problemPage } from './page.ts';
import { pageStyle } from './page-style.ts';
import { shownPath } from './shown-path.ts';

export interface AppOptions {
  readonly version: string;
  readonly endpointFile: string;
  readonly logger: Pick<Logger, 'error'>;
  /** Decides whether to refuse a request by its names: `Host`, `Origin` and the target. */
  guard(request: IncomingRequest): Refusal | undefined;
  health(): Health;
  /** Served below `/api` and at `/mcp`. They check tokens themselves. */
  readonly endpoints?: Endpoints;
  /** The web shell, at `/`. Without one there is a page that tells clients where to connect. */
  readonly shell?: Hono<Environment> | undefined;
  /** The numbers of this host, for the person who runs it. They check the token themselves. */
  readonly metrics?: Hono<Environment>;
  /** Issues credentials to people and pages. */
  readonly signIn?: Hono<Environment>;
}

export type App = Hono<Environment>;

const headers: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** The host over plain HTTP. Except for the API and MCP nothing needs a token, so nothing may reveal one. */
export function createApp(options: AppOptions): App {
  const { version, endpointFile, logger, guard, health, endpoints, shell, signIn, metrics } = options;
  const startedAt = performance.now();
  const app: App = new Hono();

  app.use(async (context, next) => {
    const refusal = guard(namesOf(context));
    if (refusal === undefined) await next();
    else if (isEndpoint(context.req.path)) context.res = refused(refusalOf(refusal));
    else context.res = await problem(context, refusal.status, 'Refused', refusal.message);
    // Stricter headers that a handler set stay.
    for (const [name, value] of Object.entries(headers)) {
      if (!context.res.headers.has(name)) context.header(name, value);
    }
    if (context.req.path === '/oauth/callback') {
      context.header('Content-Security-Policy', `${headers['Content-Security-Policy']}; script-src 'self'`);
    }
  });

  app.get('/', async (context, next) => {
    // A credential in the address would stay in the history and in copies of the address.
    if (['token', 'tkn', 'ticket'].some((name) => context.req.query(name) !== undefined))
      return context.redirect('/');
    if (shell) return next();
    const authority = authorityOf(context);
    return context.html(
      homePage({ version, health: health(), authority, endpointFile: shownPath(endpointFile) }),
    );
  });

  app.get('/healthz', (context) => {
    const found = health();
    const facts = { version, uptimeSeconds: Math.floor((performance.now() - startedAt) / 1000) };
    return found.ok
      ? context.json({ status: 'ok', ...facts })
      : context.json({ status: 'failing', reason: found.reason, ...facts }, 503);
  });

  app.get('/page.css', (context) =>
    context.body(pageStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  // Every page asks for it, and signing in alone takes three.
  const iconHeaders = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' };
  app.get('/icon.svg', (context) => context.body(icon, 200, iconHeaders));

  app.get('/oauth/callback', (context) => context.html(callbackPage()));
  app.get('/oauth/callback.js', (context) =>
    context.body(callbackScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/oauth/client.json', (context) =>
    context.json(clientDocument(`${schemeOf(context)}//${authorityOf(context)}`)),
  );

  app.get('/ahp', (context) => {
    context.header('Upgrade', 'websocket');
    return problem(
      context,
      426,
      'A WebSocket, please',
      'Clients connect here with a WebSocket, not with plain HTTP.',
    );
  });

  if (metrics) app.route('/', metrics);
  if (shell) app.route('/', shell);

  for (const { path } of app.routes.filter(({ method }) => method === 'GET')) {
    app.all(path, (context) => {
      context.header('Allow', 'GET, HEAD');
      return problem(context, 405, 'Not that way', 'This can only be read. Use GET or HEAD.');
    });
  }

  if (signIn) app.route('/', signIn);
  if (endpoints)
    app.route('/api', endpoints.api).route('/mcp', endpoints.mcp).route('/content', endpoints.content);

  app.notFound((context) =>
    problem(context, 404, 'Nothing here', 'There is nothing at this address. The start page is at "/".'),
  );

  app.onError((error, context) => {
    logger.error({ err: error }, 'A request failed.');
    return problem(
      context,
      500,
      'That went wrong',
      'The host could not answer. Its log says why; try again.',
    );
  });

  return app;
}

/** Paths for programs, with errors in the API's format. */
function isEndpoint(path: string): boolean {
  return /^\/(api|mcp|metrics|ticket|sign-in|sign-out)(\/|$)/.test(path);
}

/** A page for people and JSON for programs, with the same sentence. */
function problem(
  context: Context<Environment>,
  status: ContentfulStatusCode,
  title: string,
  message: string,
): Response | Promise<Response> {
  context.header('Vary', 'Accept');
  const wantsPage = context.req.header('accept')?.includes('text/html') === true;
  return wantsPage
    ? context.html(problemPage(title, message), status)
    : context.json({ error: message }, status);
}
