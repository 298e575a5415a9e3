import type { ArtifactCommands } from '@loggia/artifacts';
import { libraryExtensions, type LibraryExtension, type ShortName } from '@loggia/protocol';
import type { CommandDefinition } from './table.ts';
import { byName, changing, commandsOf, ofLibrary, reading, stored, type Rows } from './from-contract.ts';

export type LibraryService = Pick<ArtifactCommands, ShortName<LibraryExtension>>;

/** Commands that remove a whole workspace or collection aren't offered to agents. */
const rows: Rows<typeof libraryExtensions> = {
  listWorkspaces: { grant: 'read', reads: stored, subject: ofLibrary, tool: reading },
  createWorkspace: { grant: 'write', subject: ofLibrary, tool: changing },
  updateWorkspace: { grant: 'write', subject: ofLibrary, tool: changing },
  deleteWorkspace: { grant: 'write', subject: ofLibrary },
  listCollections: { grant: 'read', reads: stored, subject: ofLibrary, tool: reading },
  createCollection: { grant: 'write', subject: ofLibrary, tool: changing },
  updateCollection: { grant: 'write', subject: ofLibrary, tool: changing },
  deleteCollection: { grant: 'write', subject: ofLibrary },
  linkArtifacts: { grant: 'write', subject: ofLibrary, tool: changing },
  unlinkArtifacts: { grant: 'write', subject: ofLibrary, tool: changing },
};

export function libraryCommands(service: LibraryService): Record<string, CommandDefinition> {
  return commandsOf(libraryExtensions, rows, byName(libraryExtensions, service));
}
