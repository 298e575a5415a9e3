import type { Artifacts } from './artifacts.ts';
import { betweenWorkspaces } from './between-workspaces.ts';
import { collectionCommands } from './collections.ts';
import { commitCommands } from './commits.ts';
import { typeOfFile } from './content/file-type.ts';
import { TrackedContent } from './content/tracked-content.ts';
import { disposalCommands, purgeTrash } from './disposal.ts';
import { draftCommands } from './drafts.ts';
import { artifactKey, Ledger } from './ledger.ts';
import { mendTimes } from './mend-times.ts';
import type { ArtifactPorts } from './ports.ts';
import { readingCommands } from './reading.ts';
import { searchCommands } from './search/search.ts';
import { untouchedOperations } from './untouched/discard.ts';
import { workspaceCommands } from './workspaces.ts';

export function createArtifacts(ports: ArtifactPorts): Artifacts {
  const ledger = new Ledger(ports);
  const tracked = new TrackedContent(ports, ledger);
  return {
    ...workspaceCommands(ports, ledger),
    ...collectionCommands(ports, ledger),
    ...draftCommands(ports, ledger, tracked),
    ...commitCommands(ports, ledger),
    ...disposalCommands(ports, ledger),
    ...betweenWorkspaces(ports, ledger),
    ...readingCommands(ports, ledger),
    ...searchCommands(ports, ledger),
    ...untouchedOperations(ports, ledger),

    async ensureLibrary() {
      await ledger.library();
      await ports.untouched.load();
    },

    upload: (source, options) => tracked.put(source, options),
    holding: (hashes, work) => tracked.holding(hashes, work),
    typeOfFile: (file) => typeOfFile(ports, file),
    collectGarbage: () => tracked.collectGarbage(),
    purgeTrash: (before) => purgeTrash(ports, ledger, before),
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
