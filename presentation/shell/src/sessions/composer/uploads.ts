import { attachedFileOf, fileAttachment, type Attachment } from '@loggia/protocol';
import type { ShellHost } from '../../host/shell-host.ts';

/** A file that this page has uploaded: it can be shown without asking the host for it. */
interface LocalFile {
  readonly file: File;
  /** For an element of this page. */
  readonly address: string;
  /** When the host was last told of it. */
  readonly at: number;
}

/** Nobody looks at more than these again before they are sent. */
const mostKept = 50;
/** The host keeps bytes that nothing names for an hour. */
const keptMs = 30 * 60_000;
const uploaded = new Map<string, LocalFile>();

export function localFile(hash: string): LocalFile | undefined {
  return uploaded.get(hash);
}

/** Brings a file to the host, which keeps it for as long as a message names it. Nothing appears on the desk. */
export async function uploadFile(
  host: Pick<ShellHost, 'content'>,
  file: File,
  options: { readonly signal: AbortSignal; readonly onProgress: (sent: number) => void },
): Promise<Attachment> {
  const { hash, size } = await host.content.upload(file, options);
  remember(hash, file);
  return fileAttachment({ name: nameOf(file), hash, size });
}

/** Sends again what the host may have given up by now, because no chat names it before the first message does. */
export async function keepUploads(
  host: Pick<ShellHost, 'content'>,
  attachments: readonly Attachment[],
): Promise<void> {
  for (const attachment of attachments) {
    const hash = attachedFileOf(attachment)?.hash ?? '';
    const local = uploaded.get(hash);
    if (!local || Date.now() - local.at < keptMs) continue;
    await host.content.upload(local.file);
    remember(hash, local.file);
  }
}

function remember(hash: string, file: File): void {
  const address = uploaded.get(hash)?.address ?? URL.createObjectURL(file);
  uploaded.set(hash, { file, address, at: Date.now() });
  const [oldest] = uploaded;
  if (uploaded.size <= mostKept || oldest === undefined) return;
  const [forgotten, { address: unused }] = oldest;
  uploaded.delete(forgotten);
  URL.revokeObjectURL(unused);
}

function nameOf({ name }: File): string {
  return (
    name
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 255) || 'Pasted file'
  );
}
