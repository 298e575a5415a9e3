import type { ArtifactSummary } from '@loggia/protocol';
import type { ExtensionParams, HostLink } from '../../host/host-link.ts';
import { paged } from '../paged.ts';

const pageSize = 500;

/** One by one, in the order that is asked for. */
export function artifactsListed(
  link: HostLink,
  query: Omit<ExtensionParams<'x-loggia/listArtifacts'>, 'limit' | 'cursor'>,
): AsyncGenerator<ArtifactSummary, void, undefined> {
  return paged(async (cursor) => {
    const { artifacts, nextCursor } = await link.ask('x-loggia/listArtifacts', {
      ...query,
      limit: pageSize,
      ...(cursor !== undefined && { cursor }),
    });
    return { items: artifacts, nextCursor };
  });
}
