import { purgeRecords, type Artifacts } from '@loggia/artifacts';
import type { Clock, Kernel } from '@loggia/kernel';
import type { Audit } from '@loggia/mcp';
import type { SqliteStorage } from '@loggia/storage';
import { endOf, type Days, type Retention } from './retention.ts';
import type { Chore } from './upkeep.ts';

const hourMs = 60 * 60_000;

/** The host's periodic tasks, in the order in which one helps the next. */
export function hostChores({
  kernel,
  storage,
  artifacts,
  audit,
  pruneClients,
  discardLeftOver,
  retention,
  clock,
}: {
  readonly kernel: Kernel;
  readonly storage: Pick<SqliteStorage, 'upkeep'>;
  readonly artifacts: Pick<Artifacts, 'collectGarbage' | 'mendTimes' | 'purgeTrash'>;
  readonly audit: Pick<Audit, 'removeBefore'>;
  /** Forgets clients that were last seen before this time. */
  readonly pruneClients: (before: string | undefined) => Promise<void>;
  /** Moves drafts to the trash that nobody has written in or shows. */
  readonly discardLeftOver: () => Promise<unknown>;
  readonly retention: Retention;
  readonly clock: Clock;
}): readonly Chore[] {
  const before = (days: Days): string | undefined => endOf(days, clock.now());
  return [
    {
      name: 'old trash',
      everyMs: hourMs,
      run: async () => {
        const end = before(retention.trashDays);
        if (end !== undefined) await artifacts.purgeTrash(end);
      },
    },
    {
      name: 'old audit records',
      everyMs: 24 * hourMs,
      run: async () => {
        const end = before(retention.auditDays);
        if (end !== undefined) await audit.removeBefore(end);
      },
    },
    {
      name: 'unused content',
      everyMs: hourMs,
      run: async () => {
        await artifacts.collectGarbage();
      },
    },
    {
      name: 'times in the future',
      everyMs: hourMs,
      run: async () => {
        await artifacts.mendTimes();
      },
    },
    {
      name: 'untouched drafts',
      everyMs: hourMs,
      run: async () => {
        await discardLeftOver();
      },
    },
    {
      name: 'old clients',
      everyMs: 24 * hourMs,
      run: () => pruneClients(before(retention.clientDays)),
    },
    {
      name: 'purged data',
      everyMs: 7 * 24 * hourMs,
      isWanted: async () => (await kernel.records.list(purgeRecords, { limit: 1 })).length > 0,
      run: () => erase(kernel, storage),
    },
    { name: 'free pages', everyMs: 6 * hourMs, run: () => storage.upkeep.giveBack() },
  ];
}

/** Disposes of archived sessions. */
export function sessionChore(
  sessions: { disposeArchived(before: string): Promise<void> },
  retention: Retention,
  clock: Clock,
): Chore {
  return {
    name: 'old archived sessions',
    everyMs: 24 * hourMs,
    run: async () => {
      const end = endOf(retention.archivedSessionDays, clock.now());
      if (end !== undefined) await sessions.disposeArchived(end);
    },
  };
}

/** A purge meanwhile requests another run. */
async function erase(kernel: Kernel, { upkeep }: Pick<SqliteStorage, 'upkeep'>): Promise<void> {
  const wanted = await kernel.records.list(purgeRecords);
  for (const { key } of wanted) kernel.records.delete(purgeRecords, key);
  try {
    await kernel.settled();
    await upkeep.erase();
  } catch (error) {
    for (const { key, value } of wanted) kernel.records.put(purgeRecords, key, value);
    throw error;
  }
}
