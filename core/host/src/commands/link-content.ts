import type { Artifacts } from '@loggia/artifacts';
import type { ViewService } from './views.ts';

interface ContentLinks {
  issue(content: { readonly artifact: string; readonly version: number | undefined }): {
    readonly ticket: string;
    readonly expiresAt: number;
  };
}

/** Makes addresses from which a browser loads content. */
export function linkContent(
  artifacts: Pick<Artifacts, 'content'>,
  links: ContentLinks,
): ViewService['linkContent'] {
  return async ({ artifact, version }) => {
    // An address of nothing helps nobody.
    await artifacts.content(artifact, version);
    const { ticket, expiresAt } = links.issue({ artifact, version });
    return { path: `/content/${ticket}`, expiresAt: new Date(expiresAt).toISOString() };
  };
}
