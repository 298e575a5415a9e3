import { artifactOfLink, placeOfLink, textOfLink } from '@loggia/protocol';
import { formatRoute, parseRoute, type Route } from '../navigation/route.ts';

/**
 * A link that the shell follows itself. Its author may be hostile: following it only shows something or fills in text.
 */
export type LiveLink =
  | { readonly kind: 'artifact'; readonly id: string }
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'place'; readonly route: Route };

/** Undefined for any other address, and for a page that the shell doesn't have. */
export function liveLinkOf(href: string): LiveLink | undefined {
  const id = artifactOfLink(href);
  if (id !== undefined) return { kind: 'artifact', id };
  const text = textOfLink(href);
  if (text !== undefined) return { kind: 'say', text };
  const place = placeOfLink(href);
  const route = place && routeTo(place);
  return route && { kind: 'place', route };
}

/** In the workspace that is open when the link is followed. */
function routeTo(place: readonly string[]): Route | undefined {
  const address = `#/-/${place.map(encodeURIComponent).join('/')}`;
  const route = parseRoute(address);
  // An address that isn't fully understood would lead to the desk, or to less than was asked for.
  return formatRoute(route) === address ? route : undefined;
}
