import { typeExtensions } from '@loggia/protocol';
import { typePolicyRecords } from '@loggia/workspaces';
import type { z } from 'zod';
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

/** The text itself, and how to go on. */
function partText(result: unknown): string {
  const { text, source, nextOffset } = result as z.output<
    (typeof typeExtensions)['x-loggia/readText']['result']
  >;
  const from = source === 'extracted' ? '[The words in the file, without its layout.]\n' : '';
  const more = nextOffset === undefined ? '' : `\n[There is more: continue with {"offset": ${nextOffset}}.]`;
  return `${from}${text}${more}`;
}

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
  readText: {
    grant: 'read',
    reads: owners,
    detached: true,
    subject: ({ artifact }) => ({ artifacts: [artifact], library: true }),
    tool: { ...reading, text: partText },
  },
  listDeliveries: { grant: 'read', reads: stored, detached: true, subject: ofLibrary },
  replayDeliveries: { grant: 'write', subject: ofLibrary },
  discardDeliveries: { grant: 'write', subject: ofLibrary },
};

export function typeCommands(operations: TypeOperations): Record<string, CommandDefinition> {
  return commandsOf(typeExtensions, rows, operations);
}
