import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ArtifactStore } from '@loggia/artifacts/store';
import type { Gateway } from '@loggia/mcp';
import type { Sessions } from '@loggia/sessions';
import type { Reading } from './prometheus.ts';

export interface ReadingSources {
  readonly version: string;
  readonly wire: { readonly size: number; readonly subscriptions: number };
  readonly sessions: Pick<Sessions, 'runningTurns'>;
  readonly gateway: Pick<Gateway, 'tally'>;
  readonly artifacts: Pick<ArtifactStore, 'countEvents'>;
  isWritable(): boolean;
}

const serverStates = ['starting', 'ready', 'authRequired', 'error', 'stopped'];
const resolutionMs = 20;

/** Reads what the host is doing right now. Nothing is measured before the first call. */
export function hostReadings(sources: ReadingSources): () => Promise<Reading[]> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const delays = (): Reading['values'] => {
    const isFirst = delay.enable();
    // The histogram contains the interval itself.
    const seconds = (ns: number): number => (isFirst ? 0 : Math.max(0, ns / 1e9 - resolutionMs / 1_000));
    const values = [
      [{ quantile: '0.5' }, seconds(delay.percentile(50))],
      [{ quantile: '0.99' }, seconds(delay.percentile(99))],
      [{ quantile: '1' }, seconds(delay.max)],
    ] as const;
    delay.reset();
    return values;
  };
  const one = (value: number): Reading['values'] => [[{}, value]];
  return async () => {
    const { wire, sessions, gateway, artifacts, version } = sources;
    const events = await artifacts.countEvents();
    const { states, restarts } = gateway.tally();
    const memory = process.memoryUsage.rss();
    const { user, system } = process.cpuUsage();
    return [
      gauge('loggia_build_info', 'The version of this host.', [[{ version }, 1]]),
      gauge('loggia_store_writable', '1 while the store accepts writes.', one(sources.isWritable() ? 1 : 0)),
      gauge('loggia_connections', 'Open WebSockets.', one(wire.size)),
      gauge('loggia_subscriptions', 'Channels that clients watch, once for each.', one(wire.subscriptions)),
      gauge('loggia_turns_running', 'Turns that run now.', one(sessions.runningTurns)),
      gauge(
        'loggia_servers',
        'Connections to MCP servers by state.',
        serverStates.map((state) => [{ state }, states.get(state) ?? 0]),
      ),
      counter('loggia_server_restarts_total', 'Restarts of MCP servers.', one(restarts)),
      gauge('loggia_events_waiting', 'Events to deliver to handlers.', one(events.waiting)),
      gauge(
        'loggia_events_parked',
        'Events that were not delivered and wait for a person.',
        one(events.parked),
      ),
      gauge('loggia_event_loop_delay_seconds', 'How late timers ran since the last reading.', delays()),
      counter('process_cpu_seconds_total', 'CPU time of the host.', one((user + system) / 1e6)),
      gauge('process_resident_memory_bytes', 'Resident memory of the host.', one(memory)),
      gauge(
        'process_start_time_seconds',
        'When the host started, in seconds since 1970.',
        one(performance.timeOrigin / 1_000),
      ),
    ];
  };
}

function gauge(name: string, says: string, values: Reading['values']): Reading {
  return { name, says, type: 'gauge', values };
}

function counter(name: string, says: string, values: Reading['values']): Reading {
  return { name, says, type: 'counter', values };
}
