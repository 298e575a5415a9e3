import { viewExtensions } from '@loggia/protocol';
import { viewPolicyRecords } from '@loggia/sandbox';
import type { CommandDefinition } from './table.ts';
import { commandsOf, stored, type Operations, type Rows } from './from-contract.ts';

export type ViewService = Operations<typeof viewExtensions>;

const reads = [viewPolicyRecords];

/**
 * Commands without a subject aren't lent: a handler that could open sandboxes or decide about Views would decide about
 * itself. Commands that wait for a server are detached.
 */
const rows: Rows<typeof viewExtensions> = {
  openSandbox: { grant: 'read', reads, detached: true },
  recordView: { grant: 'write' },
  listTemplates: { grant: 'read', reads },
  decideTemplate: { grant: 'admin' },
  listViewPolicies: { grant: 'read', reads },
  setViewPolicy: { grant: 'admin' },
  setUnreviewedTemplates: { grant: 'admin' },
  openPage: { grant: 'read', reads: stored },
  // An address outlives the token that was used to request it.
  linkContent: { grant: 'read', reads: stored },
};

export function viewCommands(service: ViewService): Record<string, CommandDefinition> {
  return commandsOf(viewExtensions, rows, service);
}
