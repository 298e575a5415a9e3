import type { Attachment } from '../channels/chat/messages.ts';
import { viewSpeakerOf } from './view-speaker.ts';

/** An artifact that the user has selected while writing a message. */
export interface SelectedArtifact {
  readonly id: string;
  readonly title: string;
  readonly type: string;
}

const key = 'loggia.selection';
const most = 100;

/**
 * The user's selection as an attachment: names and ids, no content. Clients and agents that don't know it read its label
 * and its text. Undefined for nothing, and for more than anybody would go through.
 */
export function selectionAttachment(artifacts: readonly SelectedArtifact[]): Attachment | undefined {
  const [first, ...others] = artifacts;
  if (!first || artifacts.length > most) return undefined;
  const lines = artifacts.map(({ id, title, type }) => `- “${oneLine(title)}”, type ${type}, id ${id}`);
  return {
    type: 'simple',
    label:
      others.length === 0 ? `Selected: ${oneLine(first.title)}` : `Selected: ${artifacts.length} artifacts`,
    displayKind: 'selection',
    modelRepresentation: [
      'The user has these artifacts selected, and may mean them by words such as “it”, “this” or “these”:',
      ...lines,
    ].join('\n'),
    _meta: { [key]: { artifacts: artifacts.map(({ id }) => id) } },
  };
}

/** The ids of the selected artifacts, if the attachment is a selection. A View selects nothing for the user. */
export function selectionIn(attachment: Pick<Attachment, '_meta'>): readonly string[] | undefined {
  if (viewSpeakerOf(attachment)) return undefined;
  const { artifacts } = (attachment._meta?.[key] ?? {}) as { readonly artifacts?: unknown };
  if (!Array.isArray(artifacts) || artifacts.length === 0 || artifacts.length > most) return undefined;
  return artifacts.every((id): id is string => typeof id === 'string') ? artifacts : undefined;
}

/** A title must not look like further lines of the text around it. */
function oneLine(title: string): string {
  return title
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
