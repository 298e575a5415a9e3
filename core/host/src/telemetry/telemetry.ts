import { authorize, type Principal } from '@loggia/access';
import type { Clock, Scheduler } from '@loggia/kernel';
import { ProtocolError, telemetryAddress, telemetryChannels, type TelemetrySignal } from '@loggia/protocol';
import {
  exportedLogs,
  exportedMetrics,
  exportedSpans,
  type Attributes,
  type LogRecord,
  type Numbers,
  type Service,
  type Span,
} from './otlp.ts';
import { Totals } from './totals.ts';

export interface TelemetryPorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly service: Service;
}

/** One export for one subscriber. */
export interface Export {
  readonly method: 'otlp/exportLogs' | 'otlp/exportTraces' | 'otlp/exportMetrics';
  readonly params: { readonly channel: string; readonly payload: object };
}

/** Returns false if the subscriber doesn't keep up: what it is sent is dropped and counted. */
export type Deliver = (exported: Export) => boolean;

interface Subscriber {
  readonly uri: string;
  readonly signal: TelemetrySignal;
  readonly severity: number;
  readonly deliver: Deliver;
}

const exportEveryMs = 1_000;
const mostWaiting = 2_000;
const none: Attributes = {};

/**
 * The host's own spans, logs and metrics, for the people who run it. It holds names, durations, counts and outcomes, and
 * nothing that anybody said. It always counts, and collects spans and log lines only while somebody subscribes.
 */
export class Telemetry {
  readonly #ports: TelemetryPorts;
  readonly #subscribers = new Set<Subscriber>();
  readonly #watchers: ((signal: TelemetrySignal, isWatched: boolean) => void)[] = [];
  readonly #watched: Record<TelemetrySignal, boolean> = { logs: false, traces: false, metrics: false };
  #spans: Span[] = [];
  #logs: LogRecord[] = [];
  readonly #totals = new Totals();
  /** As of the last export. */
  #exported = this.#totals;
  #since = 0;
  #cancel: (() => void) | undefined;

  constructor(ports: TelemetryPorts) {
    this.#ports = ports;
  }

  /** The channels that this principal may subscribe to. */
  channelsFor(principal: Principal): typeof telemetryChannels | undefined {
    try {
      assertMayWatch(principal);
      return telemetryChannels;
    } catch {
      return undefined;
    }
  }

  /** Throws PermissionDenied, and NotFound for an address that isn't a telemetry channel. */
  subscribe(uri: string, principal: Principal, deliver: Deliver): () => void {
    assertMayWatch(principal);
    const address = telemetryAddress(uri);
    if (!address) {
      throw new ProtocolError(
        'NotFound',
        `There is no telemetry channel ${uri}. The channels are ${Object.values(telemetryChannels).join(', ')}.`,
      );
    }
    const subscriber: Subscriber = { uri, ...address, deliver };
    this.#subscribers.add(subscriber);
    this.#changed(address.signal);
    return () => {
      this.#subscribers.delete(subscriber);
      this.#changed(address.signal);
    };
  }

  watches(signal: TelemetrySignal): boolean {
    return this.#watched[signal];
  }

  /** For sources that cost something even when nobody reads them. */
  onWatched(watcher: (signal: TelemetrySignal, isWatched: boolean) => void): void {
    this.#watchers.push(watcher);
  }

  span(span: Span): void {
    if (!this.#watched.traces) return;
    if (this.#spans.length < mostWaiting) this.#spans.push(span);
    else this.#dropped('traces', 1);
    this.#exportSoon();
  }

  log(record: LogRecord): void {
    if (!this.#watched.logs) return;
    if (this.#logs.length < mostWaiting) this.#logs.push(record);
    else this.#dropped('logs', 1);
    this.#exportSoon();
  }

  /** Attributes must have few values, in the same order each time: each combination is kept until the host stops. */
  add(name: string, unit: string, value: number, attributes: Attributes = none): void {
    if (value === 0) return;
    this.#totals.add(name, unit, value, attributes);
    if (this.#watched.metrics) this.#exportSoon();
  }

  duration(name: string, ms: number, attributes: Attributes = none): void {
    this.record(name, 'ms', ms, attributes);
  }

  record(name: string, unit: string, value: number, attributes: Attributes = none): void {
    this.#totals.record(name, unit, value, attributes);
    if (this.#watched.metrics) this.#exportSoon();
  }

  /** Everything counted since the start. */
  totals(): Numbers {
    return this.#totals.read();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#subscribers.clear();
    for (const signal of ['logs', 'traces', 'metrics'] as const) this.#changed(signal);
  }

  #exportSoon(): void {
    this.#cancel ??= this.#ports.scheduler.after(exportEveryMs, () => this.#export());
  }

  #export(): void {
    this.#cancel = undefined;
    const { service } = this.#ports;
    const [spans, logs] = [this.#spans, this.#logs];
    this.#spans = [];
    this.#logs = [];
    const traces = spans.length > 0 ? exportedSpans(service, spans) : undefined;
    for (const subscriber of this.#subscribers) {
      if (subscriber.signal === 'traces' && traces)
        this.#deliver(subscriber, 'otlp/exportTraces', traces, spans.length);
      if (subscriber.signal !== 'logs') continue;
      const severe = logs.filter(({ severity }) => severity >= subscriber.severity);
      if (severe.length > 0)
        this.#deliver(subscriber, 'otlp/exportLogs', exportedLogs(service, severe), severe.length);
    }
    // Last, because the others may have been dropped just now.
    this.#exportMetrics();
  }

  #exportMetrics(): void {
    const startMs = this.#since;
    const endMs = this.#ports.clock.now();
    if (!this.#watched.metrics) return;
    const numbers = this.#totals.since(this.#exported);
    this.#exported = this.#totals.copy();
    this.#since = endMs;
    const count = numbers.sums.length + numbers.distributions.length;
    if (count === 0) return;
    const payload = exportedMetrics(this.#ports.service, numbers, { startMs, endMs });
    for (const subscriber of this.#subscribers) {
      if (subscriber.signal === 'metrics') this.#deliver(subscriber, 'otlp/exportMetrics', payload, count);
    }
  }

  #deliver(subscriber: Subscriber, method: Export['method'], payload: object, count: number): void {
    const isSent = subscriber.deliver({ method, params: { channel: subscriber.uri, payload } });
    if (!isSent) this.#dropped(subscriber.signal, count);
  }

  #dropped(signal: TelemetrySignal, count: number): void {
    this.add('loggia.telemetry.dropped', '{record}', count, { signal });
  }

  #changed(signal: TelemetrySignal): void {
    const isWatched = [...this.#subscribers].some((subscriber) => subscriber.signal === signal);
    if (isWatched === this.#watched[signal]) return;
    this.#watched[signal] = isWatched;
    if (signal === 'traces') this.#spans = [];
    if (signal === 'logs') this.#logs = [];
    if (signal === 'metrics') {
      this.#exported = this.#totals.copy();
      this.#since = this.#ports.clock.now();
    }
    for (const watcher of this.#watchers) watcher(signal, isWatched);
  }
}

/** Telemetry is about everything that the host does, for everybody. */
function assertMayWatch(principal: Principal): void {
  authorize(principal, 'admin', { host: true });
}
