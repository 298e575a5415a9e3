import type { StoredToken } from '@loggia/access';
import { AuthNeeded, ServerFailure } from '../failures.ts';
import type { ServerAccount } from './account.ts';
import { readBearerChallenge, type BearerChallenge } from './bearer-challenge.ts';
import { discard } from './bounded-body.ts';
import { unlessAborted } from './deadline.ts';
import type { SentRequest } from './token-probe.ts';

type Input = Parameters<typeof fetch>[0];
type Init = NonNullable<Parameters<typeof fetch>[1]>;

/** A token may be replaced while a request is in progress, but not endlessly. */
const mostTries = 3;
/** Shorter values could appear in any sentence by chance. */
const shortestSecret = 6;
const commonHeaders: ReadonlySet<string> = new Set(['accept', 'content-type', 'last-event-id', 'user-agent']);

function urlOf(input: Input): URL {
  return new URL(input instanceof Request ? input.url : input);
}

function methodOf(input: Input, init: Init): string {
  return (init.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
}

function signalOf(input: Input, init: Init): AbortSignal | null | undefined {
  return init.signal ?? (input instanceof Request ? input.signal : undefined);
}

/** The platform's error quotes the refused value, which may be a secret. */
function headersOf(input: Input, init: Init): Headers {
  try {
    return new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined));
  } catch {
    throw new ServerFailure(
      'unavailable',
      'A header for the server has a name or value that HTTP does not allow. Correct its "headers".',
    );
  }
}

/** Whether the body can be sent again. */
function isReplayable(input: Input, init: Init): boolean {
  return !(input instanceof Request) && (typeof init.body === 'string' || !init.body);
}

/** Values that a server might quote and nobody else should see: everything that isn't part of the protocol. */
function secretsIn(headers: Headers): readonly string[] {
  const values = [...headers]
    .filter(([name]) => !name.startsWith('mcp-') && !commonHeaders.has(name))
    .flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1).trim()]);
  // Longest first: one may be part of another.
  return values
    .filter((value) => value.length >= shortestSecret)
    .sort((one, other) => other.length - one.length);
}

function refusalOf(response: Response, sent: readonly string[]): BearerChallenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const bearer = readBearerChallenge(response.headers.get('www-authenticate'), sent);
  return response.status === 401 || bearer.error === 'insufficient_scope' ? bearer : undefined;
}

export function authorizedFetch(account: ServerAccount, send: typeof fetch): typeof fetch {
  async function once(
    input: Input,
    init: Init,
  ): Promise<{
    readonly response: Response;
    readonly token: StoredToken | undefined;
    readonly headers: Headers;
  }> {
    const headers = headersOf(input, init);
    const token = await account.token();
    const bare = new Headers(headers);
    bare.delete('authorization');
    account.sent(requestOf(input, init, bare));
    if (token) headers.set('authorization', `Bearer ${token.secret.reveal()}`);
    const response = await send(input, { ...init, headers, redirect: 'manual' });
    return { response, token, headers };
  }

  return async (input, init = {}) => {
    if (urlOf(input).origin !== account.endpoint.origin) return elsewhere(send, input, init);
    for (let tries = 1; ; tries += 1) {
      const { generation } = account;
      const { response, token, headers } = await once(input, init);
      const bearer = refusalOf(response, secretsIn(headers));
      if (bearer === undefined) {
        if (token) account.worked();
        return response;
      }
      await discard(response);
      if (response.status === 401 && token && account.generation === generation) await account.renewRefused();
      const reason =
        response.status === 403 ? 'insufficientScope' : token ? 'expired' : account.reasonWithoutToken;
      const challenge = await unlessAborted(account.challenge(reason, bearer), signalOf(input, init));
      // No await between this check and the throw: a token accepted later notifies by itself.
      const outdated = account.generation !== generation;
      if (outdated && tries < mostTries && isReplayable(input, init)) continue;
      headers.delete('authorization');
      account.challenged(challenge, requestOf(input, init, headers));
      throw new AuthNeeded(challenge);
    }
  };
}

function requestOf(input: Input, init: Init, headers: Headers): SentRequest {
  const body = typeof init.body === 'string' ? init.body : undefined;
  return { url: urlOf(input).href, method: methodOf(input, init), headers, body };
}

/** Sends to another origin, without any of this server's credentials. */
function elsewhere(send: typeof fetch, input: Input, init: Init): Promise<Response> {
  const headers = headersOf(input, init);
  headers.delete('authorization');
  return send(input, { ...init, headers, redirect: 'manual' });
}
