import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { createSecret, readSecret, replaceSecret } from './secret-file.ts';

const format = /^[A-Za-z0-9_-]{43}$/;

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The token for this host, from the file `token` in its data directory; created on first use. A token that other users
 * of the machine could read is replaced, since they may have read it.
 */
export async function loadLocalToken(dataDirectory: string): Promise<string> {
  const file = localTokenFile(dataDirectory);
  const found = await readSecret(file);
  if (found === undefined) await createSecret(file, newToken());
  else if (found.exposed) await replaceSecret(file, newToken());
  const token = found === undefined || found.exposed ? (await readSecret(file))?.text : found.text;
  if (token === undefined || !format.test(token)) {
    throw new Error(`${file} doesn't contain a token. Delete the file; the next start creates a new one.`);
  }
  return token;
}

/** Replaces the token. The old one stops working at the next start, or as soon as the host adopts the new one. */
export async function rotateLocalToken(dataDirectory: string): Promise<string> {
  const token = newToken();
  await replaceSecret(localTokenFile(dataDirectory), token);
  return token;
}

export function localTokenFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'token');
}

/** Compares in constant time, which reveals neither a matching prefix nor the length. */
export function sameToken(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected)) && expected !== '';
}
