import { rootUri } from '@loggia/protocol';
import type { Environment } from '../environment.ts';
import { RequestTimedOut } from '../errors.ts';
import { Call } from '../rpc/call.ts';
import type { Peer } from '../rpc/peer.ts';

/**
 * Asks for a sign of life now and then: a network that went away says nothing by itself. Any answer will do, an error
 * too. The result stops it.
 */
export function keepAlive(
  peer: Peer,
  environment: Environment,
  { everyMs, timeoutMs, whenSilent }: { everyMs: number; timeoutMs: number; whenSilent: () => void },
): () => void {
  let cancel = environment.after(everyMs, ask);

  function ask(): void {
    const ping = new Call('ping', { channel: rootUri }, environment, { timeoutMs });
    ping.answer.then(again, (error: unknown) => {
      if (error instanceof RequestTimedOut) whenSilent();
      else again();
    });
    peer.send(ping);
  }

  function again(): void {
    if (!peer.closed) cancel = environment.after(everyMs, ask);
  }

  return () => cancel();
}
