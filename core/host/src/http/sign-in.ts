import type { Admitted, BrowserKeys, CredentialId, Credentials, Refusal } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { failed, HttpRefusal, type Report } from './api/answer.ts';
import { refusalOf } from './api/api.ts';
import { isGone, namesOf, type ArrivedRequest, type Environment } from './environment.ts';
import { anyJsonBody, jsonBody, type BodyLimits } from './request-body.ts';
import type { Tickets } from './tickets.ts';

export interface SignInOptions {
  readonly credentials: Pick<Credentials, 'revoke' | 'isValid'>;
  readonly browsers: Pick<BrowserKeys, 'issue'>;
  /** Each opens one WebSocket for the holder of the credential. */
  readonly connections: Pick<Tickets<CredentialId>, 'issue'>;
  /** Each lets one browser in. */
  readonly entrances: Pick<Tickets<CredentialId>, 'issue' | 'redeem'>;
  readonly report: Report;
  admit(request: ArrivedRequest): Admitted | Refusal;
}

/** Anybody at this address can send a body here, so it must be short and quick. */
const limits: BodyLimits = { maxBytes: 1024, maxDepth: 4, withinMs: 10_000 };
const longestName = 300;

const ticketParams = z.strictObject({ for: z.enum(['connection', 'browser']) });
const signInParams = z.strictObject({ ticket: z.string() });
const ignore = () => undefined;

/**
 * Lets a page in without ever holding the token: the token buys a ticket that lets one browser in, the browser
 * exchanges that for a key of its own, and the key buys a ticket for each WebSocket.
 */
export function createSignIn(options: SignInOptions): Hono<Environment> {
  const { credentials, browsers, connections, entrances, report } = options;
  const routes = new Hono<Environment>();

  const answering =
    (handle: (context: Context<Environment>) => Promise<Response>) =>
    async (context: Context<Environment>) => {
      try {
        return await handle(context);
      } catch (error) {
        return failed(error, isGone(context) ? ignore : report);
      }
    };
  const holderOf = (context: Context<Environment>): CredentialId => {
    const admitted = options.admit(namesOf(context));
    if (!('principal' in admitted)) throw refusalOf(admitted);
    if (admitted.credential !== undefined) return admitted.credential;
    throw new ProtocolError('PermissionDenied', 'A delegated token can only call commands.');
  };

  /** The key of a browser that is already signed in; its other pages go on using it. */
  const ownKey = (context: Context<Environment>): string | undefined => {
    const admitted = options.admit(namesOf(context));
    const isBrowser = 'principal' in admitted && admitted.credential?.startsWith('browser:') === true;
    return isBrowser ? context.req.header('authorization')?.replace(/^bearer +/i, '') : undefined;
  };

  routes.post(
    '/ticket',
    answering(async (context) => {
      const holder = holderOf(context);
      const wanted = ticketParams.safeParse(await anyJsonBody(context, limits));
      if (!wanted.success) {
        throw new ProtocolError(
          'InvalidParams',
          'A ticket is for a "connection" or for a "browser". Send { "for": "connection" } for a WebSocket.',
        );
      }
      const kind = wanted.data.for;
      // Otherwise the holder of one browser's key could outlast its revocation as another browser.
      if (kind === 'browser' && !holder.startsWith('token:')) {
        throw new ProtocolError(
          'PermissionDenied',
          'Only the token lets another browser in. Run "loggia open" on the machine of the host.',
        );
      }
      const { ticket, expiresAt } = (kind === 'browser' ? entrances : connections).issue(holder);
      return Response.json({ ticket, expiresAt: new Date(expiresAt).toISOString() });
    }),
  );

  routes.post(
    '/sign-in',
    answering(async (context) => {
      const given = signInParams.safeParse(await jsonBody(context, limits));
      const issuer = given.success ? entrances.redeem(given.data.ticket) : undefined;
      if (issuer === undefined || !credentials.isValid(issuer)) {
        throw new HttpRefusal(
          403,
          'PermissionDenied',
          'This ticket is wrong, was used before, or is too old. Run "loggia open" to get a new one.',
        );
      }
      const key = ownKey(context) ?? (await browsers.issue(nameOf(context)));
      return Response.json({ key });
    }),
  );

  routes.post(
    '/sign-out',
    answering(async (context) => Response.json({ revoked: credentials.revoke(holderOf(context)) })),
  );
  return routes;
}

/** The browser's User-Agent, as one line. */
function nameOf({ req }: Context<Environment>): string {
  const agent = req.header('user-agent') ?? 'Unknown browser';
  return agent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, longestName);
}
