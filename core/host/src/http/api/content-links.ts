import { ProtocolError } from '@loggia/protocol';
import { Hono } from 'hono';
import type { LinkedContent } from '../../commands/link-content.ts';
import { isGone, type Environment } from '../environment.ts';
import { failed, refused } from './answer.ts';
import { ContentEndpoint, type ContentPorts } from './content.ts';

const ignore = () => undefined;

/**
 * The destinations for which browsers may load content: to show it, to save it, or to read it. Never to run or apply
 * it.
 */
const destinations = ['audio', 'document', 'empty', 'image', 'track', 'video'];

/** An element such as `video` requests ranges by itself and can't send a token: its address is the secret. */
export function createContentLinks(
  options: ContentPorts & { readonly links?: { redeem(ticket: string): LinkedContent | undefined } },
): Hono<Environment> {
  const content = new ContentEndpoint(options);
  const routes = new Hono<Environment>();
  routes.get('/:ticket', async (context) => {
    const destination = context.req.header('sec-fetch-dest');
    if (destination !== undefined && !destinations.includes(destination)) {
      return refused(
        new ProtocolError(
          'PermissionDenied',
          'Content is not code. Read it with GET /api/artifacts/<id>/content.',
        ),
      );
    }
    const found = options.links?.redeem(context.req.param('ticket'));
    if (!found) {
      return refused(
        new ProtocolError(
          'PermissionDenied',
          'This address has expired. Load the page that showed it again.',
        ),
      );
    }
    try {
      return await content.send(context, found, 'linked');
    } catch (error) {
      return failed(error, isGone(context) ? ignore : options.report);
    }
  });
  return routes;
}
