import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from './errno.ts';

const maxBytes = 4096;

export interface SecretFile {
  readonly text: string;
  /** Its mode lets other users of this machine read it, so they may have. */
  readonly exposed: boolean;
}

async function inspect(handle: FileHandle, file: string): Promise<SecretFile> {
  const stat = await handle.stat();
  if (!stat.isFile()) throw new Error(`${file} is not a file. Move it away and start again.`);
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && stat.uid !== user) {
    throw new Error(`${file} belongs to another user. Use a data directory of your own, or delete the file.`);
  }
  if (stat.size > maxBytes)
    throw new Error(`${file} is too long to be a secret. Move it away and start again.`);
  // Windows has no modes; there the access list of the data directory protects it.
  const exposed = process.platform !== 'win32' && (stat.mode & 0o077) !== 0;
  return { text: (await handle.readFile('utf8')).trim(), exposed };
}

/** The secret, and whether it was exposed; undefined if there is no file. A link is refused. */
export async function readSecret(file: string): Promise<SecretFile | undefined> {
  // Without O_NONBLOCK a named pipe in its place would block the start.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let handle: FileHandle;
  try {
    handle = await open(file, flags);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    if (errnoOf(error) === 'ELOOP') {
      throw new Error(`${file} is a link. Replace it by the file itself.`, { cause: error });
    }
    throw error;
  }
  try {
    return await inspect(handle, file);
  } finally {
    await handle.close();
  }
}

async function writeBeside(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(beside, 'wx', 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return beside;
}

/** Writes the secret atomically, readable by its owner only. A file that another process wrote first stays. */
export async function createSecret(file: string, text: string): Promise<void> {
  const beside = await writeBeside(file, text);
  try {
    // Unlike rename, link never replaces an existing file; but some file systems don't support links.
    await link(beside, file);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') await rename(beside, file);
  } finally {
    await rm(beside, { force: true });
  }
}

export async function replaceSecret(file: string, text: string): Promise<void> {
  await rename(await writeBeside(file, text), file);
}
