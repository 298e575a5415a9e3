import type { Artifact } from '@loggia/protocol';
import type { ArtifactPorts } from '../artifacts/actions.ts';
import { lookUpTypes } from '../ui/type-lookup.ts';
import { attempt } from '../ui/toast-queue.ts';
import { linkTo, type Linkable } from '../writing/artifact-links.ts';
import type { MarkdownPorts } from '../writing/markdown.ts';

/** The ports of a document editor to the desk that the document is on. */
export function documentPorts(
  ports: ArtifactPorts,
  { id, workspace }: Pick<Artifact, 'id' | 'workspace'>,
): MarkdownPorts {
  const { host } = ports;
  const types = async () => lookUpTypes((await host.ask('x-loggia/listTypes', { workspace })).types);
  return {
    linkable: async (): Promise<readonly Linkable[]> => {
      const [{ artifacts }, lookUp] = await Promise.all([
        host.ask('x-loggia/listArtifacts', { workspace, limit: 500 }),
        types(),
      ]);
      return artifacts
        .filter((artifact) => artifact.id !== id)
        .map((artifact) => ({ ...artifact, kind: lookUp(artifact.type)?.label ?? '' }));
    },
    keep: async (file) => {
      const title = nameOf(file);
      const { hash } = await host.content.upload(file);
      const [{ artifact }, lookUp] = await Promise.all([
        host.ask('x-loggia/createArtifact', { workspace, title, fileName: title, content: { hash } }),
        types(),
      ]);
      const viewer = lookUp(artifact.type)?.viewer;
      const isPicture = viewer?.kind === 'native' && viewer.renderer === 'image';
      return `${isPicture ? '!' : ''}${linkTo(artifact.id, title)}`;
    },
    open: (artifact) => attempt(openById(ports, artifact)),
  };
}

async function openById({ host, open }: ArtifactPorts, id: string): Promise<void> {
  const { artifact } = await host.ask('x-loggia/getArtifact', { artifact: id });
  open(artifact);
}

/** Browsers call every picture on the clipboard the same. */
const pasted = /^image(\.\w{1,5})$/i;

function nameOf({ name }: File, now = new Date()): string {
  const ending = name === '' ? '.png' : pasted.exec(name)?.[1];
  if (ending === undefined) return name.replace(/\p{Cc}+/gu, ' ').slice(-255);
  const [day = '', time = ''] = now.toISOString().split(/[T.]/);
  return `Pasted picture ${day} ${time.replaceAll(':', '.')}${ending}`;
}
