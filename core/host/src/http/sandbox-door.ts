import { parseAuthority } from '@loggia/access';
import type { Sandboxes } from '../sandbox/sandboxes.ts';

const common = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
const nothing = { ...common, 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };

const longestReport = 32 * 1024;
const address = /^\/([\w-]{43})(\/report)?$/;

/**
 * All that is served under the names of Views: a page, once, to whoever knows its address, and a place for reports.
 * Nobody is told what is wrong with any other request.
 */
export function createSandboxDoor(
  sandboxes: Pick<Sandboxes, 'take' | 'find'>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const [, secret, report] = (search === '' && address.exec(pathname)) || [];
    const name = parseAuthority(request.headers.get('host') ?? '')?.name;
    if (secret === undefined || name === undefined) return notFound();
    if (report !== undefined && request.method === 'POST') {
      const reports = sandboxes.find(name, secret)?.reports;
      if (!reports) return notFound();
      if (reports.wanted) reports.take(await jsonOf(request));
      // Who reports is a document without an origin; refused the answer, its browser would complain of that, too.
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
        // A process and a heap of its own, as far as the browser has them.
        'Origin-Agent-Cluster': '?1',
        // To look up a name is to tell whoever answers for it, and no policy covers that.
        'X-DNS-Prefetch-Control': 'off',
      },
    });
  };
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: nothing });
}

/** Undefined for what is no report, and for what is longer than any. */
async function jsonOf(request: Request): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of request.body ?? []) {
      const bytes = part as Uint8Array;
      length += bytes.length;
      if (length > longestReport) return undefined;
      parts.push(bytes);
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
