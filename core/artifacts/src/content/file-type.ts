import type { ArtifactPorts } from '../ports.ts';

/** How much of a content is looked at to tell its type. */
const headBytes = 4096;

/** The type of a file by its name, else by its first bytes, as far as types are known in the workspace now. */
export async function typeOfFile(
  { types, content }: Pick<ArtifactPorts, 'types' | 'content'>,
  {
    workspace,
    fileName,
    hash,
  }: { readonly workspace: string; readonly fileName: string; readonly hash: string | undefined },
): Promise<string> {
  const head = hash === undefined ? new Uint8Array() : await content.read(hash, 0, headBytes);
  return types.typeForFile(workspace, fileName, head);
}
