import type { Health } from '@loggia/kernel';
import type { SqliteStorage } from '@loggia/storage';
import { exposition } from '../telemetry/prometheus.ts';
import { hostReadings } from '../telemetry/readings.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Engine } from './engine.ts';
import type { Servers } from './servers.ts';

export interface MetricsParts extends Pick<Engine, 'wire' | 'sessions'> {
  readonly version: string;
  readonly servers: Pick<Servers, 'gateway'>;
  readonly storage: Pick<SqliteStorage, 'artifacts'>;
  health(): Health;
}

/** Reads all metrics in the text format of Prometheus. */
export function metricsOf(telemetry: Telemetry, parts: MetricsParts): () => Promise<string> {
  const { version, wire, sessions, servers, storage } = parts;
  const read = hostReadings({
    ...{ version, wire, sessions, gateway: servers.gateway, artifacts: storage.artifacts },
    isWritable: () => parts.health().ok,
  });
  return async () => exposition(telemetry.totals(), await read());
}
