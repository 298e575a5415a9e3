import { ProtocolError } from '@loggia/protocol';
import type { Context } from 'hono';
import type { Environment } from '../environment.ts';

export interface TemplateCache {
  /** Undefined if it isn't cached (any more). */
  html(hash: string): Buffer | undefined;
}

/**
 * The HTML of a View, for the shell to pass to its sandbox. It is served as plain text: under the name of this host it
 * must never become a page.
 */
export async function template(
  context: Context<Environment>,
  templates: TemplateCache | undefined,
): Promise<Response> {
  const html = templates?.html(context.req.param('hash') ?? '');
  if (!html) {
    throw new ProtocolError(
      'NotFound',
      'This template is not kept (any more). Open the sandbox of its View again.',
    );
  }
  return new Response(new Uint8Array(html), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'private, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Disposition': 'attachment',
      // The bytes don't depend on it, but access does.
      Vary: 'Authorization',
    },
  });
}
