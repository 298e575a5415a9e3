import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface SpilledResults {
  /** Real path of the folder, for whoever may read it. */
  readonly directory: string;
  /** Keeps the bytes as a file and says where; the same bytes are kept once. */
  keep(bytes: Uint8Array): Promise<string>;
}

/**
 * Results of tools that are too long for a chat, as files that clients can read. The oldest go when there are too many:
 * what matters of them has long been said.
 */
export async function openSpilledResults(
  dataDirectory: string,
  mostBytes = 1024 * 1024 * 1024,
): Promise<SpilledResults> {
  const directory = path.join(dataDirectory, 'results');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await prune(directory, mostBytes);
  let unseen = 0;
  return {
    directory,
    keep: async (bytes) => {
      const file = path.join(directory, createHash('sha256').update(bytes).digest('hex'));
      // Under another name first: nobody may read half of it.
      const draft = `${file}.${process.hrtime.bigint()}.part`;
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, file);
      unseen += bytes.length;
      if (unseen > mostBytes / 8) {
        unseen = 0;
        await prune(directory, mostBytes);
      }
      return pathToFileURL(file).href;
    },
  };
}

async function prune(directory: string, mostBytes: number): Promise<void> {
  const files: { name: string; size: number; mtimeMs: number }[] = [];
  for (const name of await readdir(directory)) {
    const facts = await stat(path.join(directory, name)).catch(() => undefined);
    if (facts?.isFile()) files.push({ name, size: facts.size, mtimeMs: facts.mtimeMs });
  }
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { name, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= mostBytes) return;
    await rm(path.join(directory, name), { force: true });
    total -= size;
  }
}
