import type { Artifacts } from './artifacts.ts';
import { collectionCommands } from './collections.ts';
import { commitCommands } from './commits.ts';
import { ContentKeeper } from './content/keeper.ts';
import { disposalCommands } from './disposal.ts';
import { draftCommands } from './drafts.ts';
import { artifactKey, Ledger } from './ledger.ts';
import { mendTimes } from './mend-times.ts';
import type { ArtifactPorts } from './ports.ts';
import { readingCommands } from './reading.ts';
import { searchCommands } from './search/search.ts';
import { workspaceCommands } from './workspaces.ts';

export function createArtifacts(ports: ArtifactPorts): Artifacts {
  const ledger = new Ledger(ports);
  const keeper = new ContentKeeper(ports, ledger);
  return {
    ...workspaceCommands(ports, ledger),
    ...collectionCommands(ports, ledger),
    ...draftCommands(ports, ledger, keeper),
    ...commitCommands(ports, ledger),
    ...disposalCommands(ports, ledger),
    ...readingCommands(ports, ledger),
    ...searchCommands(ports, ledger),

    async ensureLibrary() {
      await ledger.library();
    },

    upload: (source, options) => keeper.put(source, options),
    collectGarbage: () => keeper.collectGarbage(),
    mendTimes: () => mendTimes(ports, ledger),

    announce: (ids) =>
      ledger.change({ alone: ids.map(artifactKey) }, async () => {
        const rows = await ports.store.listed([...new Set(ids)]);
        const changes = rows
          .filter(({ deletedAt }) => deletedAt === undefined)
          .map((row) => ({ before: row, after: row }));
        if (changes.length > 0) await ledger.apply({ changes });
      }),
  };
}
