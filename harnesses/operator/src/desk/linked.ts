import { artifactOfLink } from '@loggia/protocol';
import type { WorkspaceContents, ListedArtifact } from '@loggia/sessions/harness';

/** The artifacts that a reply links to, each once. */
export function linkedIn(reply: string, desk: WorkspaceContents): readonly ListedArtifact[] {
  const ids = [...reply.matchAll(/\]\((artifact:[^)\s]+)\)/gu)].flatMap(
    ([, href = '']) => artifactOfLink(href) ?? [],
  );
  return artifactsWith(ids, desk);
}

export function artifactsWith(ids: readonly string[], desk: WorkspaceContents): readonly ListedArtifact[] {
  return [...new Set(ids)].flatMap((id) => desk.artifacts.find((one) => one.id === id) ?? []);
}
