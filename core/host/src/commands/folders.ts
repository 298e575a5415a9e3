import { pathToFileURL } from 'node:url';
import type { Roots } from '@loggia/access';
import { folderExtensions } from '@loggia/protocol';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';
import type { CommandDefinition } from './table.ts';

/** Not lent: handlers and agents have no use for the paths of this machine. */
const rows: Rows<typeof folderExtensions> = {
  listRoots: { grant: 'read', reads: [] },
};

export function folderCommands(roots: Pick<Roots, 'list'>): Record<string, CommandDefinition> {
  const operations: Operations<typeof folderExtensions> = {
    listRoots: async () => ({
      roots: roots.list().map(({ path, access }) => ({ uri: pathToFileURL(path).href, access })),
    }),
  };
  return commandsOf(folderExtensions, rows, operations);
}
