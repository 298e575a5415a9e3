import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openSqliteStorage } from '@loggia/storage';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { onTestFinished } from 'vitest';
import { backUp, type BackedUp } from './back-up.ts';

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data directory with artifacts, a configuration, a workspace with a link, a program and a key. */
export async function madeData(): Promise<{ data: string; hashes: string[] }> {
  const data = path.join(temporaryFolder(), 'data');
  const rig = await ArtifactRig.open({ directory: data });
  const workspace = await rig.workspace();
  const hashes: string[] = [];
  for (const text of ['the first text', 'the second text']) {
    const { content } = await rig.create(workspace, { title: text, content: { text } });
    hashes.push(content?.hash ?? '');
  }
  await rig.kernel.settled();
  await rig.close();
  writeFileSync(path.join(data, 'host.json'), '{}');
  writeFileSync(path.join(data, 'key'), 'a key', { mode: 0o600 });
  writeFileSync(path.join(data, 'token'), 'a token', { mode: 0o600 });
  mkdirSync(path.join(data, 'workspace/empty'), { recursive: true });
  writeFileSync(path.join(data, 'workspace/notes.md'), '# Notes');
  writeFileSync(path.join(data, 'workspace/run.sh'), '#!/bin/sh\n');
  chmodSync(path.join(data, 'workspace/run.sh'), 0o755);
  symlinkSync('notes.md', path.join(data, 'workspace/link.md'));
  return { data, hashes };
}

export async function backedUp(
  data: string,
  directory: string,
  options: { readonly withKey?: boolean } = {},
): Promise<BackedUp> {
  const storage = openSqliteStorage(path.join(data, 'loggia.db'));
  try {
    const ports = { dataDirectory: data, version: '0.1.0', storage, now: () => 1_700_000_000_000 };
    return await backUp({ ...ports, alone: (work) => work() }, { directory, ...options });
  } finally {
    await storage.store.close();
  }
}

/** Where the bytes of a content are. */
export function contentPath(hash: string): string {
  return path.join('content', hash.slice(0, 2), hash.slice(2));
}
