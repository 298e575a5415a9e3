import { viewExtensions } from '@loggia/protocol';
import { viewPolicyRecords } from '@loggia/sandbox';
import type { CommandDefinition } from './table.ts';
import { commandsOf, stored, type Operations, type Rows } from './from-contract.ts';

export type ViewService = Operations<typeof viewExtensions>;

const reads = [viewPolicyRecords];

/**
 * What has no subject is lent to nobody: a handler that could open sandboxes or decide what Views may do would decide
 * about itself. Whatever waits for a server is detached.
 */
const rows: Rows<typeof viewExtensions> = {
  openSandbox: { grant: 'read', reads, detached: true },
  recordView: { grant: 'read' },
  listTemplates: { grant: 'read', reads },
  decideTemplate: { grant: 'admin' },
  listViewPolicies: { grant: 'read', reads },
  setViewPolicy: { grant: 'admin' },
  setUnreviewedTemplates: { grant: 'admin' },
  // An address outlives the token that it was asked for with.
  linkContent: { grant: 'read', reads: stored },
};

export function viewCommands(service: ViewService): Record<string, CommandDefinition> {
  return commandsOf(viewExtensions, rows, service);
}
