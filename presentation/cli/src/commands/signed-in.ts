import { HostError } from '@loggia/client';
import type { ServerReport } from '@loggia/protocol';
import { CommandFailed } from '../failure.ts';
import { printableLine } from '../output/printable.ts';
import { findServer, quoted, type Visit } from './visit.ts';

/** Runs what needs the server. Throws `signInNeeded` where it asks for a sign-in, which only the user can do. */
export async function signedIn<Value>(
  visit: Visit,
  wanted: string,
  session: string | undefined,
  run: () => Promise<Value>,
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    throw asksForSignIn(error) ? signInNeeded(await findServer(visit, wanted, session)) : error;
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
