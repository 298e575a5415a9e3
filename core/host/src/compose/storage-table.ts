import type { ContentStore } from '@loggia/artifacts';
import type { Clock } from '@loggia/kernel';
import type { SqliteStorage } from '@loggia/storage';
import { storageCommands } from '../commands/storage.ts';
import type { CommandDefinition } from '../commands/table.ts';
import { backUp } from '../data/back-up.ts';
import { checkStorage } from '../data/check-storage.ts';
import type { Retention } from '../upkeep/retention.ts';
import type { Upkeep } from '../upkeep/upkeep.ts';

interface StorageParts {
  readonly dataDirectory: string;
  readonly version: string;
  readonly storage: SqliteStorage;
  readonly content: ContentStore;
  readonly upkeep: Upkeep;
  readonly clock: Clock;
  readonly retention: Retention;
}

/** The commands on the stored data as a whole. */
export function storageTable(parts: StorageParts): Record<string, CommandDefinition> {
  const { dataDirectory, version, storage, content, upkeep, clock, retention } = parts;
  const ports = {
    ...{ dataDirectory, version, storage },
    alone: <T>(work: () => Promise<T>) => upkeep.alone(work),
    now: () => clock.now(),
  };
  const checked = { examine: () => storage.examine(), store: storage.artifacts, content };
  return storageCommands({
    backUp: (wanted) => backUp(ports, wanted),
    checkStorage: async () => ({ findings: await checkStorage(checked) }),
    getRetention: async () => ({ ...retention }),
  });
}
