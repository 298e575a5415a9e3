import { purgeRecords, type Artifacts } from '@loggia/artifacts';
import type { Kernel } from '@loggia/kernel';
import type { SqliteStorage } from '@loggia/storage';
import type { Chore } from './upkeep.ts';

const hourMs = 60 * 60_000;

/** The host's periodic tasks, in the order in which one helps the next. */
export function hostChores({
  kernel,
  storage,
  artifacts,
  pruneClients,
  discardLeftOver,
}: {
  readonly kernel: Kernel;
  readonly storage: Pick<SqliteStorage, 'upkeep'>;
  readonly artifacts: Pick<Artifacts, 'collectGarbage' | 'mendTimes'>;
  /** Forgets clients that have long been gone. */
  readonly pruneClients: () => Promise<void>;
  /** Moves drafts to the trash that nobody has written in or shows. */
  readonly discardLeftOver: () => Promise<unknown>;
}): readonly Chore[] {
  return [
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
    { name: 'old clients', everyMs: 24 * hourMs, run: pruneClients },
    {
      name: 'purged data',
      everyMs: 7 * 24 * hourMs,
      isWanted: async () => (await kernel.records.list(purgeRecords, { limit: 1 })).length > 0,
      run: () => erase(kernel, storage),
    },
    { name: 'free pages', everyMs: 6 * hourMs, run: () => storage.upkeep.giveBack() },
  ];
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
