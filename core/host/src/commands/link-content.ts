import type { Artifacts } from '@loggia/artifacts';
import type { NamedFile } from '@loggia/protocol';
import type { ViewService } from './views.ts';

/** The target of an address: the content of an artifact, or a file attached to a message. */
export type LinkedContent =
  | { readonly artifact: string; readonly version: number | undefined }
  | { readonly file: NamedFile };

export interface ContentLinks {
  issue(content: LinkedContent): { readonly ticket: string; readonly expiresAt: number };
}

/** Creates addresses from which a browser loads content. */
export function linkContent(
  artifacts: Pick<Artifacts, 'content'>,
  links: ContentLinks,
): ViewService['linkContent'] {
  return async ({ artifact, version }) => {
    // Fails early if there is no content.
    await artifacts.content(artifact, version);
    return addressOf(links, { artifact, version });
  };
}

export function addressOf(links: ContentLinks, content: LinkedContent): { path: string; expiresAt: string } {
  const { ticket, expiresAt } = links.issue(content);
  return { path: `/content/${ticket}`, expiresAt: new Date(expiresAt).toISOString() };
}
