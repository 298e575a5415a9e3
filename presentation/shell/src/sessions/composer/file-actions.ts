import type { NamedFile } from '@loggia/protocol';
import { save, saveFrom } from '../../host/save-file.ts';
import type { ShellHost } from '../../host/shell-host.ts';
import { showDetails } from '../../details/details-state.ts';
import { tell } from '../../ui/toast-queue.ts';
import { localFile } from './uploads.ts';

/** Where the message is that a file is kept with. */
export interface FilePlace {
  readonly workspace: string;
  /** Undefined while there is no chat yet; the file then comes from this page. */
  readonly chat: string | undefined;
}

const gone = 'This file can’t be read any more. Attach it again.';

/** The beginning of a file, as bytes. */
export async function readFile(
  host: Pick<ShellHost, 'content' | 'fetch'>,
  { hash }: Pick<NamedFile, 'hash'>,
  chat: string | undefined,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const local = localFile(hash);
  if (local) return new Uint8Array(await local.file.slice(0, length).arrayBuffer());
  if (chat === undefined) throw new Error(gone);
  const path = await host.content.linkFile(chat, hash);
  const response = await host.fetch(path, { headers: { Range: `bytes=0-${length - 1}` } });
  // An empty file has no range that could be sent.
  if (response.status === 416) return new Uint8Array();
  if (!response.ok) throw new Error(gone);
  return new Uint8Array(await response.arrayBuffer());
}

export async function downloadFile(
  host: Pick<ShellHost, 'content'>,
  { name, hash }: NamedFile,
  { chat }: FilePlace,
): Promise<void> {
  const local = localFile(hash);
  if (local) return save(name, [local.file]);
  if (chat === undefined) throw new Error(gone);
  saveFrom(`${await host.content.linkFile(chat, hash)}?download=1`);
}

/** Makes an artifact of it. The message keeps its own. */
export async function addToDesk(
  host: Pick<ShellHost, 'ask'>,
  { name, hash }: Pick<NamedFile, 'name' | 'hash'>,
  { workspace }: Pick<FilePlace, 'workspace'>,
): Promise<void> {
  const { artifact } = await host.ask('x-loggia/createArtifact', {
    workspace,
    title: name.slice(0, 500) || 'File',
    fileName: name.slice(0, 255),
    content: { hash },
  });
  tell(`“${artifact.title}” is on the desk.`, {
    action: { label: 'Show details', run: () => showDetails(artifact.id) },
  });
}
