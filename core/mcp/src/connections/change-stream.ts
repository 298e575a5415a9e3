import { setTimeout as wait } from 'node:timers/promises';
import type { Client, McpSubscription } from '@modelcontextprotocol/client';

export interface ChangeStreamPorts {
  /** Whether the connection itself is over. */
  isOver(): boolean;
  /** Notifications were missed for a while: anything may have changed. */
  missed(): void;
  /** It couldn't be opened again; false gives up. */
  retry(error: unknown): boolean;
  gaveUp(): void;
}

const firstMs = 250;
const tries = 5;
const lastedMs = 30_000;

/**
 * In the modern era a server reports changes on a separate stream, which may end while everything else works. The SDK
 * opens it once; this opens it again.
 */
export async function keepListening(client: Client, ports: ChangeStreamPorts): Promise<void> {
  let stream: McpSubscription | undefined = client.autoOpenedSubscription;
  for (let failures = 0; stream !== undefined;) {
    const openedAt = performance.now();
    const { honoredFilter } = stream;
    if ((await stream.closed) === 'local') return;
    if (performance.now() - openedAt > lastedMs) failures = 0;
    stream = undefined;
    for (; stream === undefined && failures < tries && !ports.isOver(); failures += 1) {
      await wait(firstMs * 2 ** failures, undefined, { ref: false });
      if (ports.isOver()) return;
      try {
        stream = await client.listen(honoredFilter);
        ports.missed();
      } catch (error) {
        if (!ports.retry(error)) return;
      }
    }
  }
  if (client.autoOpenedSubscription !== undefined && !ports.isOver()) ports.gaveUp();
}
