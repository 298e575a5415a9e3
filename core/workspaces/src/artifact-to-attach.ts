import { artifactCaller, type ContentStore } from '@loggia/artifacts';
import { localPrincipal } from '@loggia/access';
import { ProtocolError, type MediumOf } from '@loggia/protocol';
import { readText, type ReadTextPorts } from './read-text.ts';

/** The most text of an artifact that goes along with a message; agents read the rest themselves. */
const mostText = 100_000;
const mostMedia = 5 * 1024 * 1024;

export interface AttachPorts extends ReadTextPorts {
  readonly content: Pick<ContentStore, 'read'>;
  readonly mediumOf: MediumOf;
}

/** An artifact as it goes along with a message: in words, or as a picture or sound. */
export type AttachedContent =
  | { readonly text: string }
  | { readonly media: { readonly data: string; readonly contentType: string } };

/** Undefined if the artifact is gone. */
export async function artifactToAttach(ports: AttachPorts, id: string): Promise<AttachedContent | undefined> {
  const found = await ports.artifacts
    .getArtifact({ artifact: id }, artifactCaller(localPrincipal))
    .catch((error: unknown) => {
      if (error instanceof ProtocolError && error.kind === 'NotFound') return undefined;
      throw error;
    });
  if (!found || found.artifact.deletedAt !== undefined) return undefined;
  const { title, type, context, content } = found.artifact;
  const medium = ports.mediumOf(type);
  if ((medium === 'image' || medium === 'audio') && content && content.size <= mostMedia) {
    const bytes = await ports.content.read(content.hash, 0, content.size);
    return { media: { data: Buffer.from(bytes).toString('base64'), contentType: type } };
  }
  const head = `Artifact “${title}” of type ${type}, id ${id}.`;
  const fields =
    content && Object.keys(context).length > 0
      ? `Context: ${JSON.stringify(context).slice(0, mostText)}`
      : '';
  return { text: [head, fields, await wordsOf(ports, id)].filter((part) => part !== '').join('\n\n') };
}

/** An artifact that can't be read is still named. */
async function wordsOf(ports: ReadTextPorts, artifact: string): Promise<string> {
  try {
    const { text, nextOffset } = await readText(ports, { artifact, limit: mostText }, localPrincipal);
    const rest = `[The rest is left out here. read_text continues at offset ${nextOffset}.]`;
    return nextOffset === undefined ? text : `${text}\n${rest}`;
  } catch {
    return '';
  }
}
