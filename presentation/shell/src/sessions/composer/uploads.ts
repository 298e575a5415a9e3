import type { ShellHost } from '../../host/shell-host.ts';
import type { DraggedArtifact } from '../../ui/dragged-artifacts.ts';

/** Makes an artifact of a file, so that it is on the desk and can go along with a message. */
export async function uploadFile(
  host: Pick<ShellHost, 'content' | 'ask'>,
  workspace: string,
  file: File,
  options: { readonly signal: AbortSignal; readonly onProgress: (sent: number) => void },
): Promise<DraggedArtifact> {
  const { hash } = await host.content.upload(file, options);
  const title =
    file.name
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 500) || 'Pasted file';
  const { artifact } = await host.ask('x-loggia/createArtifact', {
    workspace,
    title,
    fileName: file.name.slice(0, 255),
    content: { hash },
  });
  return { id: artifact.id, workspace, type: artifact.type, title: artifact.title };
}
