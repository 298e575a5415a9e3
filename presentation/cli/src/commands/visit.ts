import type { ServerReport } from '@loggia/protocol';
import type { Given } from '../command-line/command.ts';
import type { OptionTable } from '../command-line/options.ts';
import { CommandFailed, type Outcome } from '../failure.ts';
import { findHost, type HostAddress } from '../host/find-host.ts';
import { openLink, type HostLink } from '../host/host-link.ts';
import { printableLine } from '../output/printable.ts';
import { printerFor, type Printer } from '../output/printer.ts';
import { SignIns } from '../sign-in/sign-ins.ts';
import type { World } from '../world.ts';

/** The connection and tools of a running command. */
export interface Visit {
  readonly link: HostLink;
  readonly signIns: SignIns;
  readonly printer: Printer;
  readonly world: World;
}

/**
 * Connects to the chosen host, runs the command, and closes everything. Long-running commands reconnect when the
 * connection is lost.
 */
export async function visitHost(
  given: Given<OptionTable>,
  world: World,
  run: (visit: Visit) => Promise<Outcome>,
  stays: 'short' | 'long' = 'short',
): Promise<Outcome> {
  const find = (): Promise<HostAddress> => findHost(given.target, world);
  const link = await openLink(await find(), world.interrupted, stays === 'long' ? find : undefined);
  const signIns = new SignIns(link, world);
  const leave = (): void => link.close();
  world.interrupted.addEventListener('abort', leave, { once: true });
  try {
    return await run({
      link,
      signIns,
      printer: printerFor(world, given.json ? 'programs' : 'people'),
      world,
    });
  } finally {
    world.interrupted.removeEventListener('abort', leave);
    link.close();
  }
}

/** Params that name the session only where one is meant. */
export function scopeOf(session: string | undefined): { session?: string } {
  return session === undefined ? {} : { session };
}

/** The one server of that id or name. */
export async function findServer(
  { link }: Visit,
  wanted: string,
  session: string | undefined,
): Promise<ServerReport> {
  const { servers } = await link.ask('x-loggia/listServers', scopeOf(session));
  const byId = servers.find(({ id }) => id === wanted);
  const named = byId === undefined ? servers.filter(({ name }) => name === wanted) : [byId];
  const [found, other] = named;
  if (found === undefined) {
    throw new CommandFailed('failed', `There is no server "${wanted}". "loggia servers list" lists them.`);
  }
  if (other === undefined) return found;
  const ids = named.map(({ id }) => printableLine(id)).join(', ');
  throw new CommandFailed('failed', `Several servers are called "${wanted}". Name one by its id: ${ids}.`);
}

/** The word as typed in a shell. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
