import { stat } from 'node:fs/promises';
import type { Scheduler } from '@loggia/kernel';
import { clientFiles } from '../files/client-files.ts';
import { diskFiles } from '../files/disk-files.ts';
import { watchFolders } from '../files/watch-folders.ts';
import { loadPlugin } from '../plugins/load-plugin.ts';
import { settingsToDefinition } from '../plugins/servers/settings.ts';
import { readWorkspace } from '../workspace/read-workspace.ts';
import type { Loader } from './ports.ts';

/** Reads from the disks of this machine, and from clients. */
export function diskLoader(scheduler: Pick<Scheduler, 'after'>): Loader {
  return {
    diskFiles: (root, within) => diskFiles(root, { within }),
    clientFiles: (uri, ask) => clientFiles(uri, ask),
    isFolder: async (path) => (await stat(path).catch(() => undefined))?.isDirectory() ?? false,
    loadPlugin,
    readWorkspace,
    watchFolder: (folder, changed) => {
      const watch = watchFolders([folder], changed, { scheduler });
      return () => watch.close();
    },
    defineServer: settingsToDefinition,
  };
}
