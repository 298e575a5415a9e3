import type { Scheduler } from '@loggia/kernel';
import { discard } from './bounded-body.ts';
import { withDeadline } from './deadline.ts';

/** A sent request, without its token. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  /** Undefined if there was none, or it can't be sent twice. */
  readonly body: string | undefined;
}

export interface ProbePorts {
  readonly fetch: typeof fetch;
  readonly scheduler: Scheduler;
}

const withinMs = 10_000;
const longestBody = 65_536;
const sessionHeader = 'mcp-session-id';

/** Requests that can be repeated without side effects. Tool calls can't. */
const harmless: ReadonlySet<unknown> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** Whether the request can be repeated just to test the token. */
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
 * The smallest request to a server that checks tokens first. It is modeled on an earlier request, for the address and
 * the headers that the server expects.
 */
function pingLike(model: SentRequest): SentRequest {
  return {
    ...model,
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 'token-check', method: 'ping' }),
  };
}

/**
 * The requests that test the token. Best is the one that was refused before, if it can be repeated. An endpoint that
 * accepts no POST is of the older kind, which opens a stream on GET.
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
 * Tests a token with the server, and returns whether it was refused (401). Any other answer says nothing about the
 * token: some servers only check it in certain calls. Throws if there is no answer at all.
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

/** A repeated `initialize` may have opened a session that nobody will use. */
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
  // The server will end it by itself eventually.
  withDeadline(ports.scheduler, withinMs, async (signal) =>
    discard(await send(ports, end, { token, signal })),
  ).catch(() => {});
}
