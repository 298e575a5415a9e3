import type { Subject } from '@loggia/access';
import { accessExtensions } from '@loggia/protocol';
import type { CommandDefinition } from './table.ts';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';

export type AccessOperations = Operations<typeof accessExtensions>;

const subject = (): Subject => ({ access: true });

/** These decide who gets in: not lent, not offered to agents, and out of reach of every API key. */
const rowsWith = (nameOf: (key: string) => string | undefined): Rows<typeof accessExtensions> => ({
  rotateToken: { grant: 'admin', subject },
  listBrowsers: { grant: 'admin', subject },
  revokeBrowser: { grant: 'admin', subject },
  createApiKey: {
    grant: 'admin',
    subject,
    topic: ({ name, scope }) => ({ target: `${name} (${scope})` }),
  },
  listApiKeys: { grant: 'admin', subject },
  revokeApiKey: { grant: 'admin', subject, topic: ({ id }) => ({ target: nameOf(id) ?? id }) },
});

/** The audit names keys by their names. */
export function accessCommands(
  operations: AccessOperations,
  nameOf: (key: string) => string | undefined,
): Record<string, CommandDefinition> {
  return commandsOf(accessExtensions, rowsWith(nameOf), operations);
}
