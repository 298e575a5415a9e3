import type { ArtifactReference, ArtifactState } from '@loggia/content';
import type { ArtifactRow } from '../store.ts';

/** The reference without the address of the content, which is only valid while this process runs. */
export type LastingReference = Omit<ArtifactReference, 'content'> & {
  readonly content?: { readonly hash: string; readonly size: number };
};

function stateOf({ archived, dirty, version }: ArtifactRow): ArtifactState {
  if (archived) return 'archived';
  return dirty || version === 0 ? 'draft' : 'committed';
}

export function lastingReference(row: ArtifactRow): LastingReference {
  const { id, workspace, type, title, revision, version, content } = row;
  return {
    id,
    workspace,
    type,
    title,
    state: stateOf(row),
    revision,
    version,
    context: JSON.parse(row.context) as Record<string, unknown>,
    ...(content && { content: { hash: content.hash, size: content.size } }),
  };
}

/**
 * The reference as sent in a call. Committed content is addressed by its version: the draft may have changed by the
 * time the bytes are fetched.
 */
export function addressed(
  reference: LastingReference,
  contentUrl: (artifact: string, version?: number) => string,
): ArtifactReference {
  const { content, ...rest } = reference;
  if (content === undefined) return rest;
  const url = rest.state === 'committed' ? contentUrl(rest.id, rest.version) : contentUrl(rest.id);
  return { ...rest, content: { ...content, url } };
}
