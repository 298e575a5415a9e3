import { isDeepStrictEqual } from 'node:util';
import type { Registration } from './registration.ts';
import type { ServerReport } from './reports.ts';
import { isRegisteredWith } from './same-transport.ts';

/** What is to be done with the host's servers, in this order. */
export interface Plan {
  /** Ids of servers. */
  readonly remove: readonly string[];
  readonly add?: Registration | undefined;
}

/**
 * Brings the host to what was committed. It looks at what is there rather than at what the event says, because events
 * come more than once, and may come again much later.
 *
 * A name does not make a server ours: only one that was added with settings this artifact has or had is touched.
 *
 * @param history what was committed, newest first
 * @throws {Error} where a server of that name is somebody else's
 */
export function planRegistration(history: readonly Registration[], servers: readonly ServerReport[]): Plan {
  const [wanted, ...earlier] = history;
  if (!wanted) return { remove: [] };
  const outdated = ownServers(earlier, servers).filter(({ name }) => name !== wanted.name);
  const remove = outdated.map(({ id }) => id);
  const present = servers.find(({ name }) => name === wanted.name);
  if (!present) return { remove, add: wanted };
  if (!ownServers(history, [present]).includes(present)) throw new Error(takenBy(present));
  const [last] = earlier;
  const unchanged = last === undefined || isDeepStrictEqual(last, wanted);
  if (unchanged && isRegisteredWith(present, wanted.settings)) return { remove };
  return { remove: [...remove, present.id], add: wanted };
}

/** The artifact is put away: what it registered under any of its names goes. */
export function planRemoval(history: readonly Registration[], servers: readonly ServerReport[]): Plan {
  return { remove: ownServers(history, servers).map(({ id }) => id) };
}

export function ownServers(
  history: readonly Registration[],
  servers: readonly ServerReport[],
): readonly ServerReport[] {
  return servers.filter(
    (server) =>
      server.source.kind === 'added' &&
      history.some(({ name, settings }) => name === server.name && isRegisteredWith(server, settings)),
  );
}

function takenBy({ name, source }: ServerReport): string {
  const where =
    source.kind === 'added'
      ? 'which this artifact did not add'
      : `declared in ${source.name ?? source.uri ?? 'the configuration of the host'}`;
  return `There is a server "${name}" already, ${where}. Choose another name under Settings, or remove that one first, and commit again.`;
}
