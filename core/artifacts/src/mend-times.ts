import { artifactKey, type Ledger } from './ledger.ts';
import type { ArtifactPorts } from './ports.ts';
import type { Change } from './tally.ts';

const pageSize = 200;
/** Two machines that share a disk, or one before and after a time sync, differ by seconds. */
const toleratedMs = 60_000;

/**
 * Resets modification times in the future to now: a clock was ahead, and these artifacts would stay on top of every
 * list until then. Their order among each other stays the same.
 */
export async function mendTimes(
  { store, clock }: ArtifactPorts,
  ledger: Ledger,
): Promise<{ mended: number }> {
  const now = clock.now();
  const latest = new Date(now + toleratedMs).toISOString();
  let mended = 0;
  for (const { id: workspace } of await store.workspaces()) {
    for (const deleted of [false, true]) {
      for (;;) {
        const page = await store.list({ workspace, deleted, order: 'modified', limit: pageSize });
        const ahead = page.filter(({ modifiedAt }) => modifiedAt > latest).map(({ id }) => id);
        if (ahead.length === 0) break;
        await ledger.change({ alone: ahead.map(artifactKey) }, async () => {
          const rows = (await store.listed(ahead)).filter(({ modifiedAt }) => modifiedAt > latest);
          const changes = rows.map((before): Change => {
            const modifiedAt = new Date(now - mended++).toISOString();
            return { before, after: { ...before, modifiedAt, revision: before.revision + 1 } };
          });
          if (changes.length > 0) await ledger.apply({ changes, caller: 'host' });
        });
      }
    }
  }
  return { mended };
}
