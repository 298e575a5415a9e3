import { actsWithKey, type Principal } from '@loggia/access';
import type { Artifacts } from '@loggia/artifacts';
import type { NamedFile } from '@loggia/protocol';
import type { ViewService } from './views.ts';

/** The target of an address: the content of an artifact, or a file attached to a message. */
type Target =
  | { readonly artifact: string; readonly version: number | undefined }
  | { readonly file: NamedFile };

export type LinkedContent = Target & {
  /** The id of the API key that requested the address, which ends with the key. */
  readonly key?: string | undefined;
};

export interface ContentLinks {
  issue(content: LinkedContent): { readonly ticket: string; readonly expiresAt: number };
}

/** Creates addresses from which a browser loads content. */
export function linkContent(
  artifacts: Pick<Artifacts, 'content'>,
  links: ContentLinks,
): ViewService['linkContent'] {
  return async ({ artifact, version }, { principal }) => {
    // Fails early if there is no content.
    await artifacts.content(artifact, version);
    return addressOf(links, { artifact, version }, principal);
  };
}

export function addressOf(
  links: ContentLinks,
  target: Target,
  principal: Principal,
): { path: string; expiresAt: string } {
  const key = actsWithKey(principal) ? principal.actor.key : undefined;
  const { ticket, expiresAt } = links.issue({ ...target, ...(key !== undefined && { key }) });
  return { path: `/content/${ticket}`, expiresAt: new Date(expiresAt).toISOString() };
}
