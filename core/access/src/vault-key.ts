import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { createSecret, readSecret } from './secret-file.ts';

const format = /^[A-Za-z0-9+/_-]{43}=?$/;

function parseKey(text: string, origin: string): KeyObject {
  if (!format.test(text)) {
    throw new Error(
      `${origin} doesn't contain a key: 32 bytes as base64. Put back the one the tokens were stored with.`,
    );
  }
  return createSecretKey(Buffer.from(text, 'base64'));
}

/**
 * The key that encrypts stored tokens: LOGGIA_KEY, or else the file `key` in the data directory, created on first use.
 * A key that others could read is refused rather than replaced: with a new one the tokens would be lost.
 */
export async function loadVaultKey(
  dataDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<KeyObject> {
  const given = environment['LOGGIA_KEY'];
  if (given !== undefined && given !== '') return parseKey(given.trim(), 'LOGGIA_KEY');
  const file = path.join(dataDirectory, 'key');
  if ((await readSecret(file)) === undefined) await createSecret(file, randomBytes(32).toString('base64'));
  const found = await readSecret(file);
  if (found?.exposed) {
    throw new Error(`${file} can be read by others on this machine. Run: chmod 600 ${JSON.stringify(file)}`);
  }
  return parseKey(found?.text ?? '', file);
}
