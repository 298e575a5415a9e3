import { setImmediate } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { maxChangeBytes, maxChosen } from './limits.ts';
import { changedMeanwhile, invalid, listing, noArtifacts, quoted } from './refusals.ts';
import type { ArtifactStore, ListedArtifact } from './store.ts';

const sliceLength = 500;

/** The artifacts with these ids, each once, in order. Throws for unknown ids, and for more than fit into memory. */
export async function selection(
  store: ArtifactStore,
  ids: readonly string[],
): Promise<readonly ListedArtifact[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length > maxChosen) throw invalid(`Choose at most ${maxChosen} artifacts at once.`);
  const found: ListedArtifact[] = [];
  let bytes = 0;
  for (let at = 0; at < wanted.length; at += sliceLength) {
    const rows = await store.listed(wanted.slice(at, at + sliceLength));
    for (const { context } of rows) bytes += context.length;
    if (bytes > maxChangeBytes) {
      throw invalid(
        `These artifacts hold more than ${maxChangeBytes / 1_000_000} MB of context together. Choose fewer at once.`,
      );
    }
    found.push(...rows);
    // Lets other work run between slices of a long list.
    if (at + sliceLength < wanted.length) await setImmediate();
  }
  if (found.length < wanted.length) {
    const there = new Set(found.map(({ id }) => id));
    throw noArtifacts(wanted.filter((id) => !there.has(id)));
  }
  return found;
}

export async function only(store: ArtifactStore, id: string): Promise<ListedArtifact> {
  const [row] = await store.listed([id]);
  if (!row) throw noArtifacts([id]);
  return row;
}

/** Throws, naming all of them, if artifacts have changed since the caller read them. */
export function assertRevisions(
  ledger: Ledger,
  rows: readonly ListedArtifact[],
  seen: ReadonlyMap<string, number | undefined>,
): void {
  const stale = rows.filter(({ id, revision }) => {
    const ifRevision = seen.get(id);
    return ifRevision !== undefined && ifRevision !== revision;
  });
  if (stale.length > 0) throw changedMeanwhile(stale.map((row) => ledger.summary(row)));
}

/** Artifacts in the trash or in the archive must be restored before anything else is done with them. */
export function assertWorkable(rows: readonly ListedArtifact[]): void {
  const inTrash = rows.filter(({ deletedAt }) => deletedAt !== undefined);
  if (inTrash.length > 0) {
    throw invalid(`${titles(inTrash)} ${isOrAre(inTrash)} in the trash. Restore it first.`);
  }
  const archived = rows.filter((row) => row.archived);
  if (archived.length > 0) {
    throw invalid(`${titles(archived)} ${isOrAre(archived)} archived. Unarchive it first.`);
  }
}

export function titles(rows: readonly { readonly title: string }[]): string {
  return listing(rows.map(({ title }) => quoted(title)));
}

export function isOrAre(rows: readonly unknown[]): string {
  return rows.length === 1 ? 'is' : 'are';
}
