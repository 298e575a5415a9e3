import { quoted, type ContentStore } from '@loggia/artifacts';
import type { ArtifactStore } from '@loggia/artifacts/store';
import type { Finding } from '@loggia/protocol';
import { errnoOf } from '@loggia/access';

export interface CheckPorts {
  /** The problems of the database, in SQLite's words. */
  examine(): Promise<readonly string[]>;
  readonly store: ArtifactStore;
  readonly content: Pick<ContentStore, 'verify'>;
}

const pageSize = 200;

/** Reads all stored data. Damaged items are named by their titles. */
export async function checkStorage({ examine, store, content }: CheckPorts): Promise<Finding[]> {
  const problems = await examine();
  const findings: Finding[] = problems.map((problem) => ({
    level: 'error',
    problem: `The database is damaged: ${problem}.`,
    advice: 'Stop the host and restore a backup of its data directory.',
  }));
  if (problems.length === 0) findings.push({ level: 'ok', problem: 'The database is intact.' });
  const seen = new Map<string, string | undefined>();
  let wrong = 0;
  try {
    for await (const { hash, name } of contentsOf(store)) {
      if (!seen.has(hash)) seen.set(hash, await stateOf(content, hash));
      const state = seen.get(hash);
      if (state === undefined) continue;
      wrong += 1;
      findings.push({
        level: 'error',
        problem: `The content of ${name} is ${state}.`,
        advice: 'Restore a backup, or save the same content again.',
      });
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    findings.push({ level: 'error', problem: `Not all artifacts can be read: ${why}` });
    wrong += 1;
  }
  if (wrong === 0) findings.push({ level: 'ok', problem: `All ${seen.size} stored contents are intact.` });
  return findings;
}

/** The contents of all artifacts, of every version, and of the trash. */
async function* contentsOf(store: ArtifactStore): AsyncGenerator<{ hash: string; name: string }> {
  for (const { id: workspace } of await store.workspaces()) {
    for (const deleted of [false, true]) {
      let after: { value: string; id: string } | undefined;
      for (;;) {
        const page = await store.list({ workspace, deleted, order: 'created', limit: pageSize, after });
        for (const row of page) {
          const name = quoted(row.title);
          if (row.content) yield { hash: row.content.hash, name };
          for (const version of await store.versions(row.id, { limit: 10_000 })) {
            if (version.content)
              yield { hash: version.content.hash, name: `${name}, version ${version.version},` };
          }
        }
        const last = page.at(-1);
        if (!last || page.length < pageSize) break;
        after = { value: last.createdAt, id: last.id };
      }
    }
  }
}

async function stateOf(content: CheckPorts['content'], hash: string): Promise<string | undefined> {
  try {
    return (await content.verify(hash)) ? undefined : 'damaged';
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'missing' : 'unreadable';
  }
}
