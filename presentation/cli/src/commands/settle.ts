import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerReport } from '@loggia/protocol';
import { printableLine } from '../output/printable.ts';
import { stateReason } from './server-words.ts';
import { findServer, type Visit } from './visit.ts';

const lookEveryMs = 150;
/** The host gives a server its own time to start; this is for one that never says how it went. */
const settleWithinMs = 120_000;

/** The server once it is neither starting nor about to. */
export async function settled(
  visit: Visit,
  first: ServerReport,
  session: string | undefined,
): Promise<ServerReport> {
  let until = performance.now() + settleWithinMs;
  let server = first;
  let told: string | undefined;
  while (server.state.kind === 'starting' && performance.now() < until) {
    if (server.installing) {
      until = performance.now() + settleWithinMs;
      told = tellInstallation(visit, server, told);
    }
    await sleep(lookEveryMs, undefined, { signal: visit.world.interrupted });
    server = await findServer(visit, server.id, session);
  }
  return server;
}

/** The first time as a sentence, then each line that is new. Returns the last one. */
function tellInstallation({ printer }: Visit, server: ServerReport, told: string | undefined): string {
  const said = server.installing?.said ?? '';
  if (told === undefined) printer.sentence(`"${printableLine(server.name)}": ${stateReason(server) ?? ''}`);
  if (said !== '' && said !== told) printer.line(`    ${printableLine(said)}`);
  return said;
}
