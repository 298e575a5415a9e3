import type { Kernel } from '@loggia/kernel';
import {
  annotationsUri,
  artifactOfLink,
  attachedArtifactOf,
  attachedFileOf,
  fileAttachment,
  filesOfMessage,
  linkedFile,
  viewSpeakerOf,
  withAnnotations,
  workspaceOf,
  type AnnotationsState,
  type Attachment,
  type ChatAction,
  type ChatState,
  type Message,
  type NamedFile,
  type SessionState,
} from '@loggia/protocol';
import { annotationsText } from './annotations/annotations-text.ts';
import type { Media } from './equipment.ts';
import type { Files } from './files.ts';
import { ActionRefused } from './rules/refusal.ts';

/** An artifact as it goes along with a message: in words, or as a picture or sound. */
export type ReadArtifact = (
  id: string,
) => Promise<{ readonly text: string } | { readonly media: Media } | undefined>;

export interface AttachmentSources {
  readonly kernel: Kernel;
  /** Undefined if it is gone. Without it, artifacts stay names. */
  readonly readArtifact?: ReadArtifact | undefined;
}

/**
 * Pins what a message refers to, so that it doesn't change afterwards: an attached chat to its last finished turn, and
 * comments and artifacts to what they say.
 */
export async function pinAttachments(
  sources: AttachmentSources,
  action: ChatAction,
  session: string | undefined,
): Promise<ChatAction> {
  if (action.type !== 'chat/turnStarted' && action.type !== 'chat/pendingMessageSet') return action;
  const message = await withPinned(sources, action.message, session);
  return message === action.message ? action : { ...action, message };
}

/** The session is the one that the message is said in. */
export async function withPinned(
  { kernel, readArtifact }: AttachmentSources,
  message: Message,
  session: string | undefined,
): Promise<Message> {
  if (!message.attachments?.some(isPinned)) return message;
  const isSpokenByView = viewSpeakerOf(message) !== undefined;
  const attachments = await Promise.all(
    message.attachments.map(async (attachment): Promise<Attachment> => {
      if (attachment.type === 'chat') return pin(kernel, attachment);
      // A View must not have anything read by naming it.
      if (isArtifact(attachment))
        return isSpokenByView || viewSpeakerOf(attachment) || !readArtifact
          ? attachment
          : pinArtifact(readArtifact, attachment);
      if (attachment.type !== 'annotations') return attachment;
      return isSpokenByView || viewSpeakerOf(attachment)
        ? withAnnotations(attachment, [], annotationsText([]))
        : pinAnnotations(kernel, attachment, session);
    }),
  );
  return { ...message, attachments };
}

type AttachedArtifact = Extract<Attachment, { type: 'simple' | 'resource' }>;

function isPinned(attachment: Attachment): boolean {
  return attachment.type === 'chat' || attachment.type === 'annotations' || isArtifact(attachment);
}

/** Clients either name the artifact they attach, or attach its address. */
function isArtifact(attachment: Attachment): attachment is AttachedArtifact {
  if (attachment.type === 'resource') return artifactOfLink(attachment.uri) !== undefined;
  return attachment.type === 'simple' && attachedArtifactOf(attachment) !== undefined;
}

async function pinArtifact(read: ReadArtifact, attachment: AttachedArtifact): Promise<Attachment> {
  const { label, displayKind, _meta } = attachment;
  const linked = attachment.type === 'resource' ? artifactOfLink(attachment.uri) : undefined;
  const id = attachedArtifactOf(attachment)?.id ?? linked ?? '';
  const content = await read(id);
  if (!content)
    throw new ActionRefused(
      `The artifact “${label.slice(0, 200)}” doesn't exist any more. Remove it from the message and send again.`,
    );
  const mark = linked === undefined ? _meta : { 'loggia.artifact': { id }, ..._meta };
  const about = { label, ...(displayKind !== undefined && { displayKind }), ...(mark && { _meta: mark }) };
  return 'text' in content
    ? { type: 'simple', ...about, modelRepresentation: content.text }
    : { type: 'embeddedResource', ...about, ...content.media };
}

/** Only those of the same session: attaching comments must not be a way to read another one's. */
async function pinAnnotations(
  kernel: Kernel,
  attachment: Extract<Attachment, { type: 'annotations' }>,
  session: string | undefined,
): Promise<Attachment> {
  const { resource, annotationIds } = attachment;
  if (session === undefined || resource !== annotationsUri(session))
    throw new ActionRefused('Only comments of the same session can be attached. Choose one of its comments.');
  const channel = await kernel.load<AnnotationsState>(resource);
  const all = channel?.kind === 'annotations' ? channel.state.annotations : [];
  const chosen = annotationIds && new Set(annotationIds);
  const attached = chosen ? all.filter(({ id }) => chosen.has(id)) : all;
  if (chosen && attached.length < chosen.size)
    throw new ActionRefused('Some of the attached comments were deleted. Remove them and send again.');
  const ids = attached.map(({ id }) => id);
  return withAnnotations(attachment, ids, annotationsText(attached));
}

async function pin(kernel: Kernel, attachment: Extract<Attachment, { type: 'chat' }>): Promise<Attachment> {
  const chat = await kernel.load<ChatState>(attachment.resource);
  if (chat?.kind !== 'chat') throw new ActionRefused(`There is no chat ${attachment.resource} to attach.`);
  if (attachment.endTurn === undefined) {
    const last = chat.state.turns.at(-1);
    return last ? { ...attachment, endTurn: last.id } : attachment;
  }
  const known = chat.state.turns.some((turn) => turn.id === attachment.endTurn);
  if (!known) throw new ActionRefused(`The attached chat has no turn "${attachment.endTurn}".`);
  return attachment;
}

/** The message that an action brings, if it brings one. */
export function messageIn(action: ChatAction): Message | undefined {
  if (action.type === 'chat/draftChanged') return action.draft;
  return action.type === 'chat/turnStarted' || action.type === 'chat/pendingMessageSet'
    ? action.message
    : undefined;
}

/** The action with the files that its message names by their addresses. A draft only names them. */
export async function takeFolderFiles(
  files: Files,
  action: ChatAction,
  foldersOf: () => Promise<readonly string[]>,
): Promise<ChatAction> {
  if (action.type !== 'chat/turnStarted' && action.type !== 'chat/pendingMessageSet') return action;
  if (!action.message.attachments?.some(namesFile)) return action;
  return { ...action, message: await withFolderFiles(files, action.message, await foldersOf()) };
}

/**
 * The message with the bytes of the files that it names by a `file:` address: an agent gets them as they are now.
 * Rejects for files outside of the folders. What a View attaches isn't read.
 */
export async function withFolderFiles(
  files: Files,
  message: Message,
  folders: readonly string[],
): Promise<Message> {
  if (viewSpeakerOf(message) || !message.attachments?.some(namesFile)) return message;
  const attachments = await Promise.all(
    message.attachments.map(async (attachment) => {
      if (!namesFile(attachment)) return attachment;
      const taken = await files.take(attachment.uri, folders);
      return taken ? linkedFile(attachment, taken) : attachment;
    }),
  );
  return { ...message, attachments };
}

function namesFile(attachment: Attachment): attachment is Extract<Attachment, { type: 'resource' }> {
  return attachment.type === 'resource' && /^file:/i.test(attachment.uri) && !viewSpeakerOf(attachment);
}

/**
 * The action with what the host knows of the files that its message names: their true size, and their type. To be asked
 * while the files are held. A message whose files are gone is refused; a draft may keep naming them.
 */
export async function describeFiles(
  files: Files,
  action: ChatAction,
  project: SessionState['project'],
): Promise<ChatAction> {
  const message = messageIn(action);
  if (message?.attachments === undefined || filesOfMessage(message).length === 0) return action;
  const workspace = (project && workspaceOf(project.uri)) ?? '';
  const attachments = await Promise.all(
    message.attachments.map(async (attachment) => {
      const file = attachedFileOf(attachment);
      const described = file && (await describeFile(files, file, workspace));
      if (file && !described && action.type !== 'chat/draftChanged') throw new ActionRefused(gone(file));
      if (!described) return attachment;
      return attachment.type === 'resource' ? linkedFile(attachment, described) : fileAttachment(described);
    }),
  );
  const described: Message = { ...message, attachments };
  if (action.type === 'chat/draftChanged') return { ...action, draft: described };
  return { ...action, message: described } as ChatAction;
}

async function describeFile(
  files: Files,
  { name, hash, contentType }: NamedFile,
  workspace: string,
): Promise<NamedFile | undefined> {
  const size = await files.size(hash);
  if (size === undefined) return undefined;
  const type = contentType ?? (await files.typeOf({ workspace, fileName: name, hash }));
  return { name, hash, size, contentType: type };
}

function gone({ name }: NamedFile): string {
  return `The file “${name.slice(0, 200)}” is not on this host any more. Remove it from the message and attach it again.`;
}
