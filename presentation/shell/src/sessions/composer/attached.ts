import type { Attachment, MediumOf } from '@loggia/protocol';
import type { ShellHost } from '../../host/shell-host.ts';
import type { DraggedArtifact } from '../../ui/dragged-artifacts.ts';

const artifactKey = 'loggia.artifact';
/** As much of a text as goes along with a message; agents read the rest themselves. */
const mostText = 100_000;
const mostMedia = 5 * 1024 * 1024;
const readAtOnce = 1_000_000;

/** An artifact at a message that is being written: its name only. What it holds goes along when the message is sent. */
export function attachmentOf({ id, workspace, type, title }: DraggedArtifact): Attachment {
  return {
    type: 'simple',
    label: title,
    displayKind: 'artifact',
    _meta: { [artifactKey]: { id, workspace, type } },
  };
}

/** Which artifact an attachment stands for, if any. */
export function artifactIn({
  _meta,
}: Pick<Attachment, '_meta'>): Pick<DraggedArtifact, 'id' | 'workspace' | 'type'> | undefined {
  const { id, workspace, type } = (_meta?.[artifactKey] ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof workspace !== 'string' || typeof type !== 'string') return undefined;
  return { id, workspace, type };
}

/** Adds without doubling: whoever drops the same thing twice means it once. */
export function withArtifacts(
  attachments: readonly Attachment[],
  added: readonly DraggedArtifact[],
): readonly Attachment[] {
  const known = new Set(attachments.map((attachment) => artifactIn(attachment)?.id));
  const fresh = added.filter(({ id }) => !known.has(id) && known.add(id));
  return [...attachments, ...fresh.map(attachmentOf)].slice(0, 100);
}

type Reader = Pick<ShellHost, 'ask'>;

/** The attachments with what they hold, as it is now. */
export function resolveAttachments(
  host: Reader,
  attachments: readonly Attachment[],
  mediumOf: MediumOf,
): Promise<readonly Attachment[]> {
  return Promise.all(attachments.map((attachment) => resolved(host, attachment, mediumOf)));
}

async function resolved(host: Reader, attachment: Attachment, mediumOf: MediumOf): Promise<Attachment> {
  const reference = artifactIn(attachment);
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
  if (text === undefined) return undefined;
  return nextOffset === undefined ? text : `${text}\n[The rest is left out here.]`;
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
