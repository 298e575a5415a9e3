import { authorize, type Grant, type Principal, type Refusal, type Subject } from '@loggia/access';
import { ProtocolError, rootUri } from '@loggia/protocol';
import { Hono, type Context } from 'hono';
import type { Caller } from '../../commands/table.ts';
import { byShortName, type JsonSchema } from '../command-shape.ts';
import {
  authorityOf,
  isGone,
  namesOf,
  schemeOf,
  type ArrivedRequest,
  type Environment,
} from '../environment.ts';
import { apiPage } from './api-page.ts';
import { apiPageStyle } from './api-page-style.ts';
import { failed, HttpRefusal, refused } from './answer.ts';
import { ContentEndpoint, type ContentPorts } from './content.ts';
import { openApiDocument } from './openapi.ts';
import { jsonBody, type BodyLimits } from '../request-body.ts';
import { template, type TemplateCache } from './templates.ts';

export interface ApiOptions extends ContentPorts {
  readonly version: string;
  readonly limits: BodyLimits;
  /** The HTML of Views. */
  readonly templates?: TemplateCache;
  /** Identifies the principal of a request; the guard's own rule for single requests. */
  admit(request: ArrivedRequest): { readonly principal: Principal } | Refusal;
}

const ignore = () => undefined;

type Handler = (context: Context<Environment>, principal: Principal) => Promise<Response>;

/** Bytes that no command could carry. */
interface StreamedRoute {
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  /** The required access; or `command` if the handler runs a command of the table, which checks it. */
  readonly access: { readonly grant: Grant; readonly subject: Subject } | 'command';
  readonly handle: Handler;
}

function streamedRoutes(
  content: ContentEndpoint,
  templates: TemplateCache | undefined,
): readonly StreamedRoute[] {
  return [
    {
      method: 'PUT',
      path: '/content',
      // Bytes that don't belong to an artifact yet can't be reached with a key to single ones.
      access: { grant: 'write', subject: { library: true } },
      handle: (context) => content.upload(context),
    },
    {
      method: 'PUT',
      path: '/artifacts/:id/content',
      access: 'command',
      handle: (context, principal) => content.replace(context, principal),
    },
    {
      method: 'GET',
      path: '/artifacts/:id/content',
      access: 'command',
      handle: (context, principal) => content.download(context, principal),
    },
    {
      method: 'GET',
      path: '/artifacts/:id/thumbnail',
      access: 'command',
      handle: (context, principal) => content.thumbnail(context, principal),
    },
    {
      method: 'GET',
      path: '/templates/:hash',
      access: { grant: 'read', subject: { host: true } },
      handle: (context) => template(context, templates),
    },
  ];
}

/** The table of commands over plain HTTP, and the content of artifacts. */
export function createApi(options: ApiOptions): Hono<Environment> {
  const { commands, version, limits, report } = options;
  const api = new Hono<Environment>();
  const content = new ContentEndpoint(options);
  const names = byShortName(commands.names());
  let document: JsonSchema | undefined;

  const admitted = (handle: Handler) => async (context: Context<Environment>) => {
    try {
      return await handle(context, admit(context, options));
    } catch (error) {
      return failed(error, isGone(context) ? ignore : report);
    }
  };

  api.get('/', (context) => {
    const origin = `${schemeOf(context)}//${authorityOf(context)}`;
    return context.html(apiPage({ version, origin, table: commands.definitions() }));
  });
  api.get('/page.css', (context) =>
    context.body(apiPageStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  api.get('/openapi.json', (context) =>
    context.json((document ??= openApiDocument(commands.definitions(), version))),
  );

  for (const { method, path, access, handle } of streamedRoutes(content, options.templates)) {
    const allowed: Handler = (context, principal) => {
      if (access !== 'command') authorize(principal, access.grant, access.subject);
      return handle(context, principal);
    };
    api.on(method, path, admitted(allowed));
  }
  api.post(
    '/:command',
    admitted(async (context, principal) => {
      const name = names.get(context.req.param('command') ?? '');
      if (name === undefined) {
        throw new ProtocolError('MethodNotFound', 'There is no such command. GET /api lists all of them.');
      }
      const params = (await jsonBody(context, limits)) as object;
      const addressed = { channel: rootUri, ...params };
      return Response.json((await commands.run(name, addressed, callerOf(context, principal))) ?? null);
    }),
  );

  api.all('*', () =>
    refused(
      new HttpRefusal(
        404,
        'MethodNotFound',
        'There is nothing at this address. Commands are called with POST /api/<command>; GET /api lists them.',
      ),
    ),
  );
  return api;
}

function admit(context: Context<Environment>, { admit: ask }: ApiOptions): Principal {
  const verdict = ask(namesOf(context));
  if ('principal' in verdict) return verdict.principal;
  throw refusalOf(verdict);
}

/** The guard's refusal in the format of this API. */
export function refusalOf({ status, message }: Refusal): HttpRefusal {
  return new HttpRefusal(
    status,
    'PermissionDenied',
    message,
    status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {},
  );
}

function callerOf({ req }: Context<Environment>, principal: Principal): Caller {
  return {
    clientId: 'http',
    refusesUnknown: true,
    principal,
    signal: req.raw.signal,
    ask: () => Promise.reject(new Error("A client can't be asked back over HTTP.")),
  };
}
