import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { examineCopy, schemaVersion } from '@loggia/storage';
import { newer } from './check-backup.ts';
import { copyDurably, forEachOf, makeFolder, syncFile, syncFolders, type Heard } from './durable-copy.ts';
import type { BackupManifest } from './manifest.ts';
import { RestoreFailed } from './restore-failed.ts';
import { database, keyFile } from './restore-places.ts';

export interface CopyWork {
  readonly backup: string;
  readonly manifest: BackupManifest;
  /** An empty folder. */
  readonly to: string;
  /** The key of the data that is replaced, for a backup without one. */
  readonly localKey: string | undefined;
  readonly heard: Heard;
  examining(): void;
}

/** Copies a backup that was checked. All of it is on the disk when this resolves. */
export async function copyBackup(work: CopyWork): Promise<void> {
  const { backup, manifest, to, localKey, heard } = work;
  const { files, links, folders } = manifest;
  const copy = async (file: BackupManifest['files'][number]): Promise<void> => {
    const done = await copyDurably(path.join(backup, file.path), path.join(to, file.path), heard);
    if (done.sha256 !== file.sha256)
      throw new RestoreFailed(
        `${path.join(backup, file.path)} changed while it was copied. Nothing was changed in your data. Make sure that nothing writes to the backup, and try again.`,
      );
  };
  // First, because only its copy can be examined: SQLite may write beside the file.
  for (const file of files) if (file.path === database) await copy(file);
  work.examining();
  await examine(backup, manifest.version, path.join(to, database));
  for (const folder of folders) await makeFolder(path.join(to, folder));
  await forEachOf(
    files.filter((file) => file.path !== database),
    copy,
  );
  for (const link of links) await symlink(link.target, path.join(to, link.path));
  if (localKey !== undefined) await copyDurably(localKey, path.join(to, keyFile));
  await syncFolders(to, folders);
}

async function examine(backup: string, version: string, copy: string): Promise<void> {
  const { problems, schema } = await examineCopy(copy);
  if (problems.length > 0)
    throw new RestoreFailed(
      `The database in ${backup} is damaged (${problems[0]}). Nothing was changed. Use another backup.`,
    );
  if (schema > schemaVersion) throw newer(backup, version);
  await syncFile(copy);
}
