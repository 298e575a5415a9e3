import { pluginExtensions } from '@loggia/protocol';
import { pluginRecords } from '@loggia/customizations';
import { commandsOf, stored, type Operations, type Rows } from './from-contract.ts';
import { decisionRecords } from './servers.ts';
import type { CommandDefinition } from './table.ts';

export type PluginOperations = Operations<typeof pluginExtensions>;

/** Lent to nobody and offered to no agent: these decide what runs on this machine. */
const rows: Rows<typeof pluginExtensions> = {
  previewPlugin: {
    says: 'Fetches a plugin from a folder, an archive or a Git repository, and says what it would run.',
    grant: 'admin',
    reads: stored,
    detached: true,
  },
  addPlugin: {
    says: 'Adds a plugin that was previewed to the host, for every session.',
    grant: 'admin',
    detached: true,
  },
  listPlugins: {
    says: 'Lists the plugins that were added to the host.',
    grant: 'admin',
    reads: [...decisionRecords, pluginRecords],
    detached: true,
  },
  updatePlugin: {
    says: 'Fetches an added plugin again, or replaces its archive.',
    grant: 'admin',
    detached: true,
  },
  removePlugin: {
    says: 'Removes a plugin that was added, and stops its servers.',
    grant: 'admin',
    detached: true,
  },
};

export function pluginCommands(operations: PluginOperations): Record<string, CommandDefinition> {
  return commandsOf(pluginExtensions, rows, operations);
}
