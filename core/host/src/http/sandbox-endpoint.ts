import type { IncomingMessage } from 'node:http';
import { parseAuthority } from '@loggia/access';
import type { Sandboxes } from '@loggia/sandbox';
import { jsonOf, type BodyLimits } from './request-body.ts';

const common = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
const nothing = { ...common, 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };

const reportLimits: BodyLimits = { maxBytes: 32 * 1024, maxDepth: 20, withinMs: 10_000 };
const address = /^\/([\w-]{43})(\/report)?$/;

/**
 * Everything that is served under the names of Views: a page, once, to the holder of its address, and an endpoint for
 * reports. Other requests get no explanation.
 */
export function createSandboxEndpoint(
  sandboxes: Pick<Sandboxes, 'take' | 'find'>,
): (request: Request, env?: { readonly incoming: IncomingMessage }) => Promise<Response> {
  return async (request, env) => {
    const { pathname, search } = new URL(request.url);
    const [, secret, report] = (search === '' && address.exec(pathname)) || [];
    const name = parseAuthority(request.headers.get('host') ?? '')?.name;
    if (secret === undefined || name === undefined) return notFound();
    if (report !== undefined && request.method === 'POST') {
      const reports = sandboxes.find(name, secret)?.reports;
      if (!reports) return notFound();
      if (reports.wanted) {
        const reading = jsonOf({ request, incoming: env?.incoming }, reportLimits);
        // Invalid or overlong reports count as empty ones.
        reports.take(await reading.catch(() => undefined));
      }
      // Reports come from a document without an origin; if it were refused the answer, its browser would report that,
      // too.
      const headers = { ...nothing, 'Cross-Origin-Resource-Policy': 'cross-origin' };
      return new Response(null, { status: 204, headers });
    }
    const sandbox =
      report === undefined && request.method === 'GET' ? sandboxes.take(name, secret) : undefined;
    if (!sandbox) return notFound();
    return new Response(sandbox.page, {
      headers: {
        ...common,
        'Content-Type': 'text/html; charset=utf-8',
        ...sandbox.headers,
        // A separate process and heap, if the browser supports it.
        'Origin-Agent-Cluster': '?1',
        // A DNS lookup reveals the name to whoever answers, and no policy covers that.
        'X-DNS-Prefetch-Control': 'off',
      },
    });
  };
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: nothing });
}
