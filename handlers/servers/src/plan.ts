import type { Registration } from './registration.ts';
import type { ServerReport } from './reports.ts';

/** The changes to make to the host's servers, in this order. */
export interface Plan {
  /** Ids of servers. */
  readonly remove: readonly string[];
  /** Adding what is there with the same settings changes nothing. */
  readonly add?: Registration | undefined;
  /** The id of the server that has to make room where it was added with other settings. */
  readonly replace?: string | undefined;
}

/**
 * Brings the host to what was committed. It looks at what is there rather than at what the event says, because events
 * come more than once, and may come again much later.
 *
 * Only servers that the host says were added for this artifact are touched: names and settings can be made up.
 *
 * @throws {Error} where a server of that name is somebody else's
 */
export function planRegistration(
  artifact: string,
  wanted: Registration | undefined,
  servers: readonly ServerReport[],
): Plan {
  const own = ownServers(artifact, servers);
  if (!wanted) return { remove: [] };
  const remove = own.filter(({ name }) => name !== wanted.name).map(({ id }) => id);
  const present = servers.find(({ name }) => name === wanted.name);
  if (present && !own.includes(present)) throw new Error(takenBy(present));
  return { remove, add: wanted, replace: present?.id };
}

/** The artifact was archived or deleted: the servers that it registered under any of its names are removed. */
export function planRemoval(artifact: string, servers: readonly ServerReport[]): Plan {
  return { remove: ownServers(artifact, servers).map(({ id }) => id) };
}

export function ownServers(artifact: string, servers: readonly ServerReport[]): readonly ServerReport[] {
  return servers.filter(({ source }) => source.kind === 'added' && source.artifact === artifact);
}

function takenBy({ name, source }: ServerReport): string {
  const where =
    source.kind === 'added'
      ? 'which this artifact did not add'
      : `declared in ${source.name ?? source.uri ?? 'the configuration of the host'}`;
  return `There is a server "${name}" already, ${where}. Choose another name under Settings, or remove that one first, and commit again.`;
}
