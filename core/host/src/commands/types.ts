import { typeExtensions } from '@loggia/protocol';
import type { CommandDefinition } from '../wire/commands.ts';
import { changing, commandsOf, ofLibrary, reading, type Operations, type Rows } from './from-contract.ts';

export type TypeOperations = Operations<typeof typeExtensions>;

/**
 * Whatever asks a handler is detached: a slow one must not keep the client from being heard. A handler does not ask
 * for its own artifact to be opened or read by handlers: it would go round in circles.
 */
const rows: Rows<typeof typeExtensions> = {
  listTypes: { grant: 'read', subject: ofLibrary, tool: reading },
  explainType: { grant: 'read', subject: ofLibrary, tool: reading },
  // Who owns a type decides what runs on everybody's artifacts of it.
  setTypePolicy: { grant: 'admin' },
  openArtifact: { grant: 'read', detached: true, subject: ofLibrary },
  runAction: { grant: 'write', detached: true, subject: ofLibrary },
  runCapability: { grant: 'read', detached: true, subject: ofLibrary, tool: changing },
  listDeliveries: { grant: 'read', detached: true, subject: ofLibrary },
  replayDeliveries: { grant: 'write', subject: ofLibrary },
  discardDeliveries: { grant: 'write', subject: ofLibrary },
};

export function typeCommands(operations: TypeOperations): Record<string, CommandDefinition> {
  return commandsOf(typeExtensions, rows, operations);
}
