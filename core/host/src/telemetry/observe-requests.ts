import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Clock } from '@loggia/kernel';
import type { Telemetry } from './telemetry.ts';

interface Started {
  readonly startMs: number;
  status?: number;
}

/** As `undici`, which is also behind `fetch`, describes its requests. */
interface Told {
  readonly request: { readonly origin?: unknown; readonly method?: unknown };
  readonly response?: { readonly statusCode?: unknown };
}

/**
 * Requests of this process to model providers and remote servers: the host they went to, how long they took, and the
 * status. Neither paths nor headers nor bodies. Listens only while somebody watches.
 */
export function observeRequests(telemetry: Telemetry, clock: Clock): void {
  let open = new WeakMap<object, Started>();
  const began = (told: unknown): void => {
    open.set((told as Told).request, { startMs: clock.now() });
  };
  const answered = (told: unknown): void => {
    const { request, response } = told as Told;
    const started = open.get(request);
    if (started && typeof response?.statusCode === 'number') started.status = response.statusCode;
  };
  const ended = (told: unknown): void => {
    const { request } = told as Told;
    const started = open.get(request);
    if (!started) return;
    open.delete(request);
    const { startMs, status = 0 } = started;
    const endMs = clock.now();
    const failed = status === 0 || status >= 400;
    telemetry.duration('loggia.request.duration', endMs - startMs, { status: failed ? 'error' : 'complete' });
    telemetry.span({
      ...{ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') },
      ...{ name: `request ${hostOf(request.origin)}`, startMs, endMs, failed },
      attributes: {
        'server.address': hostOf(request.origin),
        'http.request.method': String(request.method),
        ...(status > 0 && { 'http.response.status_code': status }),
      },
    });
  };
  const listeners = {
    'undici:request:create': began,
    'undici:request:headers': answered,
    'undici:request:trailers': ended,
    'undici:request:error': ended,
  };
  let listens = false;
  telemetry.onWatched(() => {
    const isWanted = telemetry.watches('traces') || telemetry.watches('metrics');
    if (isWanted === listens) return;
    listens = isWanted;
    open = new WeakMap();
    for (const [name, listener] of Object.entries(listeners))
      if (isWanted) subscribe(name, listener);
      else unsubscribe(name, listener);
  });
}

function hostOf(origin: unknown): string {
  try {
    return new URL(String(origin)).host;
  } catch {
    return 'unknown';
  }
}
