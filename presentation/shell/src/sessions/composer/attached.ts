import { attachedArtifactOf, attachedFileOf, type Attachment, type MediumOf } from '@loggia/protocol';
import type { ShellHost } from '../../host/shell-host.ts';
import type { DraggedArtifact } from '../../ui/dragged-artifacts.ts';

/** The most text that is sent along with a message; agents read the rest themselves. */
const mostText = 100_000;
const mostMedia = 5 * 1024 * 1024;
const readAtOnce = 1_000_000;

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

type Reader = Pick<ShellHost, 'ask'>;

/** The attachments with their current content. */
export function resolveAttachments(
  host: Reader,
  attachments: readonly Attachment[],
  mediumOf: MediumOf,
): Promise<readonly Attachment[]> {
  return Promise.all(attachments.map((attachment) => resolved(host, attachment, mediumOf)));
}

async function resolved(host: Reader, attachment: Attachment, mediumOf: MediumOf): Promise<Attachment> {
  const reference = attachedArtifactOf(attachment);
  if (reference === undefined || attachment.type !== 'simple') return attachment;
  const { artifact } = await host.ask('x-loggia/getArtifact', { artifact: reference.id });
  const { label, displayKind, _meta } = attachment;
  const head = `Artifact “${artifact.title}” of type ${artifact.type}, id ${artifact.id}.`;
  const about = { label, ...(displayKind !== undefined && { displayKind }), ...(_meta && { _meta }) };
  const { content } = artifact;
  const medium = mediumOf(artifact.type);
  const isMedia = medium === 'image' || medium === 'audio';
  if (isMedia && content !== undefined && content.size <= mostMedia) {
    const data = await base64Of(host, artifact.id);
    if (data !== undefined) return { type: 'embeddedResource', ...about, data, contentType: artifact.type };
  }
  const context = Object.keys(artifact.context).length === 0 ? undefined : JSON.stringify(artifact.context);
  const text = content === undefined || isMedia ? undefined : await textOf(host, artifact.id);
  const said = [head, context === undefined ? undefined : `Context: ${bounded(context)}`, text];
  return { type: 'simple', ...about, modelRepresentation: said.filter(Boolean).join('\n\n') };
}

async function textOf(host: Reader, artifact: string): Promise<string | undefined> {
  const { text, nextOffset } = await host.ask('x-loggia/readContent', { artifact, limit: mostText });
  if (text === undefined) return extractedText(host, artifact);
  return nextOffset === undefined ? text : `${text}\n[The rest is left out here.]`;
}

/** The words in something that is not text itself, where its type can tell them. */
async function extractedText(host: Reader, artifact: string): Promise<string | undefined> {
  try {
    const capability = 'extract_text';
    const { result } = await host.ask('x-loggia/runCapability', { artifact, capability });
    const { text } = (result.structuredContent ?? {}) as { readonly text?: unknown };
    if (result.isError === true || typeof text !== 'string' || text.trim() === '') return undefined;
    return text.length <= mostText ? text : `${text.slice(0, mostText)}\n[The rest is left out here.]`;
  } catch {
    return undefined;
  }
}

function bounded(text: string): string {
  return text.length <= mostText ? text : `${text.slice(0, mostText)}…`;
}

/** Undefined for what is text after all. */
async function base64Of(host: Reader, artifact: string): Promise<string | undefined> {
  let all = '';
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    // A multiple of three, so that the pieces can be put together as they are.
    const limit = readAtOnce - (readAtOnce % 3);
    const { base64, nextOffset }: { base64?: string | undefined; nextOffset?: number | undefined } =
      await host.ask('x-loggia/readContent', { artifact, offset, limit });
    if (base64 === undefined) return undefined;
    all += base64;
    offset = nextOffset;
  }
  return all;
}
