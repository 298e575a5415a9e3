import type { Scheduler } from '@loggia/kernel';
import { discard } from './bounded-body.ts';
import { withDeadline } from './deadline.ts';

/** A request as it went out, without its token. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** Undefined where there was none, or none that can be sent twice. */
  readonly body: string | undefined;
}

export interface ProbePorts {
  readonly fetch: typeof fetch;
  readonly scheduler: Scheduler;
}

const withinMs = 10_000;
const longestBody = 65_536;
const sessionHeader = 'mcp-session-id';

/** What changes nothing when it is asked once more. A tool call is not among them. */
const harmless: ReadonlySet<unknown> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** Whether the request can be sent again just to see how the server takes the token. */
export function isRepeatable({ method, body }: SentRequest): boolean {
  if (method === 'GET') return true;
  if (method !== 'POST' || body === undefined || body.length > longestBody) return false;
  try {
    const message = JSON.parse(body) as { method?: unknown } | null;
    return harmless.has(message?.method);
  } catch {
    return false;
  }
}

/**
 * The smallest thing to ask of a server that looks at tokens first. It is modelled on a request that went before, for
 * the address and the headers that the server wants to see.
 */
function pingLike(model: SentRequest): SentRequest {
  return {
    ...model,
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 'token-check', method: 'ping' }),
  };
}

/**
 * Which requests show the token to the server. Best is the one that it refused before, if that may be repeated. An
 * endpoint that takes no POST is one of the older kind, which opens a stream on GET.
 */
export function probesFor(
  endpoint: string,
  model: SentRequest,
  refused: SentRequest | undefined,
): readonly SentRequest[] {
  if (refused) return [refused];
  return [pingLike(model), { ...model, url: endpoint, method: 'GET', body: undefined }];
}

/**
 * Shows a token to the server, and says whether it was refused (401). Any other answer is no judgement of the token:
 * servers that ask for one only at certain calls judge it there. Throws when there is no answer at all.
 */
export async function isRefused(
  ports: ProbePorts,
  token: string,
  probes: readonly SentRequest[],
): Promise<boolean> {
  return withDeadline(ports.scheduler, withinMs, async (signal) => {
    for (const request of probes) {
      const response = await send(ports, request, { token, signal });
      await discard(response);
      endSession(ports, request, { token, response });
      if (response.status === 401) return true;
      if (response.status !== 404 && response.status !== 405) return false;
    }
    return false;
  });
}

function send(
  { fetch }: ProbePorts,
  { url, method, headers: given, body }: SentRequest,
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
): Promise<Response> {
  const headers = new Headers(given);
  headers.set('authorization', `Bearer ${token}`);
  headers.delete('last-event-id');
  return fetch(url, { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) });
}

/** A repeated `initialize` may have begun a session that nobody will use. */
function endSession(
  ports: ProbePorts,
  request: SentRequest,
  { token, response }: { readonly token: string; readonly response: Response },
): void {
  const session = response.headers.get(sessionHeader);
  if (!response.ok || session === null || request.headers.has(sessionHeader)) return;
  const headers = new Headers(request.headers);
  headers.set(sessionHeader, session);
  const end: SentRequest = { ...request, method: 'DELETE', headers, body: undefined };
  // The server ends it by itself sooner or later.
  withDeadline(ports.scheduler, withinMs, async (signal) =>
    discard(await send(ports, end, { token, signal })),
  ).catch(() => {});
}
