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

/** Who owns a type follows from which servers there are, and from what the user decided about them. */
const owners = [...decisionRecords, typePolicyRecords];

/**
 * Whatever asks a handler is detached: a slow one must not keep the client from being heard. A handler does not ask
 * for its own artifact to be opened or read by handlers: it would go round in circles.
 */
const rows: Rows<typeof typeExtensions> = {
  listTypes: { grant: 'read', reads: owners, subject: ofLibrary, tool: reading },
  explainType: { grant: 'read', reads: owners, subject: ofLibrary, tool: reading },
  // Who owns a type decides what runs on everybody's artifacts of it.
  setTypePolicy: { grant: 'admin' },
  openArtifact: { grant: 'read', reads: owners, detached: true, subject: ofLibrary },
  runAction: { grant: 'write', detached: true, subject: ofLibrary },
  runCapability: { grant: 'read', reads: owners, detached: true, subject: ofLibrary, tool: changing },
  listDeliveries: { grant: 'read', reads: stored, detached: true, subject: ofLibrary },
  replayDeliveries: { grant: 'write', subject: ofLibrary },
  discardDeliveries: { grant: 'write', subject: ofLibrary },
};

export function typeCommands(operations: TypeOperations): Record<string, CommandDefinition> {
  return commandsOf(typeExtensions, rows, operations);
}
