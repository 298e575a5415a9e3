import { ProtocolError } from '@loggia/protocol';
import { Hono } from 'hono';
import { isGone, type Environment } from '../environment.ts';
import { failed, refused } from './answer.ts';
import { ContentDoor, type ContentPorts } from './content.ts';

export interface LinkedContent {
  readonly artifact: string;
  readonly version: number | undefined;
}

const ignore = () => undefined;

/** What browsers may want content for: to show it, to save it, or to read it. Never to run or apply it. */
const destinations = ['audio', 'document', 'empty', 'image', 'track', 'video'];

/** An element such as `video` asks for ranges by itself and can send no token: its address is the secret. */
export function createContentLinks(
  options: ContentPorts & { readonly links?: { redeem(ticket: string): LinkedContent | undefined } },
): Hono<Environment> {
  const content = new ContentDoor(options);
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
        new ProtocolError('PermissionDenied', 'This address is over. Load the page that showed it again.'),
      );
    }
    try {
      return await content.send(context, found.artifact, found.version, 'linked');
    } catch (error) {
      return failed(error, isGone(context) ? ignore : options.report);
    }
  });
  return routes;
}
