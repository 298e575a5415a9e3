import { rootUri } from '@loggia/protocol';
import type { ShellHost } from '../../host/shell-host.ts';

/** What the host keeps under an address: a long result, or a side of a file that is to be changed. */
export async function readBytes(
  host: Pick<ShellHost, 'client'>,
  uri: string,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string | undefined }> {
  const { data, encoding, contentType } = await host.client.request('resourceRead', {
    channel: rootUri,
    uri,
  });
  const bytes = encoding === 'base64' ? bytesOf(data) : new TextEncoder().encode(data);
  return { bytes, contentType };
}

export async function readText(host: Pick<ShellHost, 'client'>, uri: string): Promise<string> {
  const { bytes } = await readBytes(host, uri);
  return new TextDecoder().decode(bytes);
}

/** Throws for what is no base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
