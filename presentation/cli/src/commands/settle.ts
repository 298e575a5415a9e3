import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerReport } from '@loggia/protocol';
import { findServer, type Visit } from './visit.ts';

const lookEveryMs = 150;
/** The host gives a server its own time to start; this is for one that never says how it went. */
const settleWithinMs = 120_000;

/** The server once it is neither starting nor about to, and after a stored grant was used where that helps. */
export async function settled(
  visit: Visit,
  first: ServerReport,
  session: string | undefined,
): Promise<ServerReport> {
  const seen = await started(visit, first, session);
  return (await renewed(visit, seen, session)) ? findServer(visit, seen.id, session) : seen;
}

/** True when a stored grant did what the server asks for. By then it has started with it, or failed to. */
export async function renewed(
  visit: Visit,
  server: ServerReport,
  session: string | undefined,
): Promise<boolean> {
  if (!(await visit.signIns.renew(server))) return false;
  await started(visit, await findServer(visit, server.id, session), session);
  return true;
}

async function started(
  visit: Visit,
  first: ServerReport,
  session: string | undefined,
): Promise<ServerReport> {
  const until = performance.now() + settleWithinMs;
  let server = first;
  while (server.state.kind === 'starting' && performance.now() < until) {
    await sleep(lookEveryMs, undefined, { signal: visit.world.interrupted });
    server = await findServer(visit, server.id, session);
  }
  return server;
}
