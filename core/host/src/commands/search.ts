import type { ArtifactCommands } from '@loggia/artifacts';
import { searchExtensions } from '@loggia/protocol';
import type { CommandDefinition } from './table.ts';
import { byName, commandsOf, ofLibrary, reading, stored, type Rows } from './from-contract.ts';

export type SearchService = Pick<ArtifactCommands, 'search'>;

const rows: Rows<typeof searchExtensions> = {
  search: { grant: 'read', reads: stored, detached: true, subject: ofLibrary, tool: reading },
};

export function searchCommands(service: SearchService): Record<string, CommandDefinition> {
  return commandsOf(searchExtensions, rows, byName(searchExtensions, service));
}
