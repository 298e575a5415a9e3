/** Channels without a state: subscribing answers `{}`, and notifications follow. */
export const telemetryChannels = {
  logs: 'ahp-otlp:/logs/{level}',
  traces: 'ahp-otlp:/traces',
  metrics: 'ahp-otlp:/metrics',
} as const;
export type TelemetrySignal = keyof typeof telemetryChannels;

/** By their severity in OTLP, which is the least of its range. */
export const logSeverities = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 } as const;
export type LogSeverity = keyof typeof logSeverities;

export function isTelemetryUri(uri: string): boolean {
  return uri.startsWith('ahp-otlp:');
}

export interface TelemetryAddress {
  readonly signal: TelemetrySignal;
  /** The least severity; 0 for signals that have none. */
  readonly severity: number;
}

/** Undefined if the host has no such channel. */
export function telemetryAddress(uri: string): TelemetryAddress | undefined {
  if (uri === telemetryChannels.traces) return { signal: 'traces', severity: 0 };
  if (uri === telemetryChannels.metrics) return { signal: 'metrics', severity: 0 };
  const level = /^ahp-otlp:\/logs\/([a-z]+)$/i.exec(uri)?.[1]?.toLowerCase();
  if (level === undefined || !Object.hasOwn(logSeverities, level)) return undefined;
  return { signal: 'logs', severity: logSeverities[level as LogSeverity] };
}
