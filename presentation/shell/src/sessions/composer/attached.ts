import { attachedArtifactOf, attachedFileOf, type Attachment } from '@loggia/protocol';
import type { DraggedArtifact } from '../../ui/dragged-artifacts.ts';

/**
 * Adds without duplicates: dropping the same thing twice attaches it once. Artifacts are compared by id, uploads by name
 * and bytes, files of the session's folders and chats by address.
 */
export function withAttachments(
  attachments: readonly Attachment[],
  added: readonly Attachment[],
): readonly Attachment[] {
  const known = new Set(attachments.map(essenceOf));
  const fresh = added.filter((attachment) => {
    const essence = essenceOf(attachment);
    const isNew = essence === undefined || !known.has(essence);
    known.add(essence);
    return isNew;
  });
  return [...attachments, ...fresh].slice(0, 100);
}

/** The same for two attachments of the same thing; undefined if that can't be told. */
export function essenceOf(attachment: Attachment): string | undefined {
  const artifact = attachedArtifactOf(attachment);
  if (artifact) return `artifact ${artifact.id}`;
  if (attachment.type === 'chat') return `chat ${attachment.resource}`;
  if (attachment.type === 'resource' && attachment.uri.startsWith('file:')) return `at ${attachment.uri}`;
  const file = attachedFileOf(attachment);
  return file && `file ${file.hash} ${file.name}`;
}

/** The selection to send along. What the user has attached takes its place, and so does another workspace. */
export function selectionFor(
  workspace: string,
  attachments: readonly Attachment[],
  pointedAt: readonly DraggedArtifact[],
): readonly DraggedArtifact[] {
  if (attachments.some((attachment) => attachedArtifactOf(attachment))) return [];
  return pointedAt.every((artifact) => artifact.workspace === workspace) ? pointedAt : [];
}
