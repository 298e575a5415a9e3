import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuMs } from '../hosts/cpu-time.ts';
import { startHost } from '../hosts/running-host.ts';
import type { Benchmark } from '../measure/result.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { configWith, readyServers } from './servers.ts';

const program = fileURLToPath(new URL('./echo-server.js', import.meta.resolve('@loggia/testing')));

const servers = 50;
const seconds = 10;
/** Started servers may still be settling until then. */
const restMs = 8_000;

/** The host's own cost for unused servers. */
export const idleServers: Benchmark = {
  names: ['idle servers'],
  run: async () => {
    const ours = await calmest(() => idleMs(servers));
    const baseline = await calmest(() => idleMs(0));
    const means = `CPU time a second of a host with ${servers} connected servers that nobody calls, minus that of one with none; the difference in ms`;
    const bound = '<=' as const;
    return [
      { name: 'idle servers', means, ours, baseline, ratio: ours - baseline, unit: 'ms/s', bound, target: 2 },
    ];
  },
};

/** Other load and the garbage collector only add to it. */
async function calmest(look: () => Promise<number>): Promise<number> {
  return Math.min(await look(), await look());
}

function idleMs(count: number): Promise<number> {
  return withTemporaryDirectory(async (directory) => {
    const server = { command: process.execPath, args: [program] };
    const host = await startHost(directory, configWith(Array.from({ length: count }, () => server)));
    try {
      const client = await host.connect();
      await readyServers(client, count);
      await sleep(restMs);
      const before = await cpuMs(host.pid);
      await sleep(seconds * 1000);
      const spent = (await cpuMs(host.pid)) - before;
      client.close();
      return spent / seconds;
    } finally {
      await host.stop();
    }
  });
}
