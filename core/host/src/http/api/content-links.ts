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

/** An element such as `video` asks for ranges by itself and can send no token: its address is the secret. */
export function createContentLinks(
  options: ContentPorts & { readonly links?: { redeem(ticket: string): LinkedContent | undefined } },
): Hono<Environment> {
  const content = new ContentDoor(options);
  const routes = new Hono<Environment>();
  routes.get('/:ticket', async (context) => {
    const found = options.links?.redeem(context.req.param('ticket'));
    if (!found) {
      return refused(
        new ProtocolError('PermissionDenied', 'This address is over. Load the page that showed it again.'),
      );
    }
    try {
      return await content.send(context, found.artifact, found.version);
    } catch (error) {
      return failed(error, isGone(context) ? ignore : options.report);
    }
  });
  return routes;
}
