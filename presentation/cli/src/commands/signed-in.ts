import { HostError } from '@loggia/client';
import type { ServerReport } from '@loggia/protocol';
import { CommandFailed } from '../failure.ts';
import { printableLine } from '../output/printable.ts';
import { renewed } from './settle.ts';
import { findServer, quoted, type Visit } from './visit.ts';

/**
 * Runs what needs the server, and once more after a stored grant has done what it asks for. Throws `signInNeeded` where
 * only the user can help.
 */
export async function signedIn<Value>(
  visit: Visit,
  wanted: string,
  session: string | undefined,
  run: () => Promise<Value>,
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (!asksForSignIn(error)) throw error;
  }
  const server = await findServer(visit, wanted, session);
  if (!(await renewed(visit, server, session))) throw signInNeeded(server);
  try {
    return await run();
  } catch (error) {
    throw asksForSignIn(error) ? signInNeeded(server) : error;
  }
}

function asksForSignIn(error: unknown): boolean {
  return error instanceof HostError && error.kind === 'AuthRequired';
}

function signInNeeded({ name }: ServerReport): CommandFailed {
  const shown = printableLine(name);
  return new CommandFailed(
    'signInNeeded',
    `"${shown}" needs a sign-in. Run "loggia servers login ${quoted(shown)}".`,
  );
}
