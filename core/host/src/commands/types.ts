import { typeExtensions } from '@loggia/protocol';
import { typePolicyRecords } from '@loggia/workspaces';
import type { CommandDefinition } from './table.ts';
import {
  changing,
  commandsOf,
  ofLibrary,
  reading,
  stored,
  type Operations,
  type Rows,
} from './from-contract.ts';
import { decisionRecords } from './servers.ts';

export type TypeOperations = Operations<typeof typeExtensions>;

/** The owner of a type follows from the servers and from the user's decisions about them. */
const owners = [...decisionRecords, typePolicyRecords];

/**
 * Commands that call a handler are detached: a slow one must not block the client. A handler can't open or read its own
 * artifact through handlers: that would recurse.
 */
const rows: Rows<typeof typeExtensions> = {
  listTypes: { grant: 'read', reads: owners, subject: ofLibrary, tool: reading },
  explainType: { grant: 'read', reads: owners, subject: ofLibrary, tool: reading },
  // The owner of a type decides what runs on everybody's artifacts of it.
  setTypePolicy: { grant: 'admin' },
  openArtifact: { grant: 'read', reads: owners, detached: true, subject: ofLibrary },
  // Only people have screens, so keys that were lent don't reach it.
  showArtifacts: { grant: 'write' },
  runAction: { grant: 'write', detached: true, subject: ofLibrary },
  runCapability: { grant: 'read', reads: owners, detached: true, subject: ofLibrary, tool: changing },
  listDeliveries: { grant: 'read', reads: stored, detached: true, subject: ofLibrary },
  replayDeliveries: { grant: 'write', subject: ofLibrary },
  discardDeliveries: { grant: 'write', subject: ofLibrary },
};

export function typeCommands(operations: TypeOperations): Record<string, CommandDefinition> {
  return commandsOf(typeExtensions, rows, operations);
}
