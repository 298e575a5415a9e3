import type { Attachment } from '../channels/chat/messages.ts';

/** The artifact that an attachment stands for. */
export interface AttachedArtifact {
  readonly id: string;
  readonly workspace: string;
  readonly type: string;
}

const key = 'loggia.artifact';

/** An artifact by name only; its content is added when the message is sent. */
export function artifactAttachment({
  id,
  workspace,
  type,
  title,
}: AttachedArtifact & { readonly title: string }): Extract<Attachment, { type: 'simple' }> {
  return {
    type: 'simple',
    label: title,
    displayKind: 'artifact',
    _meta: { [key]: { id, workspace, type } },
  };
}

/** Undefined if the attachment is something else. */
export function attachedArtifactOf({ _meta }: Pick<Attachment, '_meta'>): AttachedArtifact | undefined {
  const { id, workspace, type } = (_meta?.[key] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof workspace !== 'string' || typeof type !== 'string') return undefined;
  return { id, workspace, type };
}
