import {
  artifactLink,
  artifactOfLink,
  ProtocolError,
  rootUri,
  type Artifact,
  type ArtifactSummary,
} from '@loggia/protocol';
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server';
import type { Caller, Commands } from '../../commands/table.ts';

const pageSize = 100;
const mostBytes = 1_000_000;

export const artifactTemplate = {
  name: 'artifact',
  uriTemplate: artifactLink('{id}'),
  title: 'Artifact',
  description: 'The content of an artifact, as it stands. Where it has none, its context.',
};

interface Page {
  readonly artifacts: readonly ArtifactSummary[];
  readonly nextCursor?: string;
}

interface Text {
  readonly text?: string;
  readonly base64?: string;
  readonly size: number;
  readonly nextOffset?: number;
}

/** The newest artifacts of all workspaces, in pages. */
export async function listArtifactResources(
  commands: Commands,
  cursor: string | undefined,
  caller: Caller,
): Promise<ListResourcesResult> {
  const params = {
    channel: rootUri,
    order: 'modified',
    limit: pageSize,
    ...(cursor !== undefined && { cursor }),
  };
  const { artifacts, nextCursor } = (await commands.run('x-loggia/listArtifacts', params, caller)) as Page;
  return {
    resources: artifacts.map(({ id, title, type, content, excerpt }) => ({
      uri: artifactLink(id),
      name: title,
      title,
      mimeType: type,
      ...(excerpt !== undefined && { description: excerpt.replaceAll(/\s+/g, ' ').trim().slice(0, 200) }),
      ...(content && { size: content.size }),
    })),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

export async function readArtifactResource(
  commands: Commands,
  uri: string,
  caller: Caller,
): Promise<ReadResourceResult> {
  const id = artifactOfLink(uri);
  if (id === undefined) {
    throw new ProtocolError(
      'NotFound',
      `There is no such resource. Those of this host are ${artifactLink('ID')}, with the id of an artifact.`,
    );
  }
  const params = { channel: rootUri, artifact: id };
  const { artifact } = (await commands.run('x-loggia/getArtifact', params, caller)) as { artifact: Artifact };
  if (!artifact.content) {
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(artifact.context) }] };
  }
  const mimeType = artifact.type;
  const whole = { ...params, limit: mostBytes };
  const read = (await commands.run('x-loggia/readContent', whole, caller)) as Text;
  if (read.nextOffset !== undefined) {
    throw new ProtocolError(
      'InvalidParams',
      `The content has ${read.size} bytes, which is too much for a resource. Read it in parts with the tool read_text.`,
    );
  }
  if (read.base64 !== undefined) return { contents: [{ uri, mimeType, blob: read.base64 }] };
  return { contents: [{ uri, mimeType, text: read.text ?? '' }] };
}
