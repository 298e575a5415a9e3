import { keptContentOf, rootUri } from '@loggia/protocol';
import type { ShellHost } from './shell-host.ts';

/** Results that earlier versions stored in files. */
const file = /^file:.*\/results\/[0-9a-f]{64}$/;

/** Whether the host keeps what is at this address, because it was too long for a chat. */
export function isKept(uri: string): boolean {
  return keptContentOf(uri) !== undefined || file.test(uri);
}

/** The kept bytes of a chat, whole. Rejects with a sentence where they can't be read. */
export async function readKept(
  host: Pick<ShellHost, 'client' | 'content' | 'fetch'>,
  chat: string,
  uri: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const hash = keptContentOf(uri);
  if (hash === undefined) return readBytes(host, uri);
  const response = await host.fetch(await host.content.linkFile(chat, hash));
  if (!response.ok) throw new Error('The host can’t read this result any more. Run the tool again.');
  return new Uint8Array(await response.arrayBuffer());
}

/** A file of the host: one side of a file change, for example. */
async function readBytes(host: Pick<ShellHost, 'client'>, uri: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data, encoding } = await host.client.request('resourceRead', { channel: rootUri, uri });
  return encoding === 'base64' ? bytesOf(data) : new TextEncoder().encode(data);
}

export async function readText(host: Pick<ShellHost, 'client'>, uri: string): Promise<string> {
  return new TextDecoder().decode(await readBytes(host, uri));
}

/** Throws for invalid base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Base64 of any number of bytes: `btoa` takes a string, and a call takes only so many arguments. */
export function base64Of(bytes: Uint8Array): string {
  const step = 0x8000;
  let text = '';
  for (let start = 0; start < bytes.length; start += step)
    text += String.fromCharCode(...bytes.subarray(start, start + step));
  return btoa(text);
}
