/** The parts of OTLP/JSON that this host exports. Times are nanoseconds as text, because numbers can't hold them. */

export type Attributes = Readonly<Record<string, string | number>>;

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly failed: boolean;
  readonly attributes: Attributes;
}

export interface LogRecord {
  readonly timeMs: number;
  readonly severity: number;
  readonly severityText: string;
  readonly body: string;
  readonly attributes: Attributes;
}

/** A count, in total or in a period. */
export interface Sum {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Attributes;
  value: number;
}

/** The distribution of durations or sizes, in total or in a period. */
export interface Distribution {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Attributes;
  readonly buckets: number[];
  count: number;
  sum: number;
}

export interface Numbers {
  readonly sums: readonly Sum[];
  readonly distributions: readonly Distribution[];
}

export interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Service {
  readonly name: string;
  readonly version?: string | undefined;
}

/** The upper bounds of the buckets: milliseconds for durations, a number for sizes. */
export const bounds = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000];

const deltaTemporality = 1;

export function exportedSpans(service: Service, spans: readonly Span[]): object {
  const written = spans.map(
    ({ traceId, spanId, parentSpanId, name, startMs, endMs, failed, attributes }) => ({
      ...{ traceId, spanId, ...(parentSpanId !== undefined && { parentSpanId }), name, kind: 1 },
      ...{ startTimeUnixNano: nanos(startMs), endTimeUnixNano: nanos(endMs) },
      ...{ attributes: listed(attributes), status: { code: failed ? 2 : 1 } },
    }),
  );
  return { resourceSpans: [{ ...resource(service), scopeSpans: [{ scope, spans: written }] }] };
}

export function exportedLogs(service: Service, records: readonly LogRecord[]): object {
  const logRecords = records.map(({ timeMs, severity, severityText, body, attributes }) => ({
    ...{ timeUnixNano: nanos(timeMs), observedTimeUnixNano: nanos(timeMs) },
    ...{ severityNumber: severity, severityText, body: { stringValue: body } },
    attributes: listed(attributes),
  }));
  return { resourceLogs: [{ ...resource(service), scopeLogs: [{ scope, logRecords }] }] };
}

export function exportedMetrics(
  service: Service,
  { sums, distributions }: Numbers,
  { startMs, endMs }: Period,
): object {
  const times = { startTimeUnixNano: nanos(startMs), timeUnixNano: nanos(endMs) };
  const metrics = [
    ...byName(sums).map(([first, points]) => ({
      name: first.name,
      unit: first.unit,
      sum: {
        ...{ aggregationTemporality: deltaTemporality, isMonotonic: true },
        dataPoints: points.map(({ attributes, value }) => ({
          ...times,
          attributes: listed(attributes),
          asInt: String(value),
        })),
      },
    })),
    ...byName(distributions).map(([first, points]) => ({
      name: first.name,
      unit: first.unit,
      histogram: {
        aggregationTemporality: deltaTemporality,
        dataPoints: points.map(({ attributes, buckets, count, sum }) => ({
          ...{ ...times, attributes: listed(attributes), count: String(count), sum },
          ...{ bucketCounts: buckets.map(String), explicitBounds: bounds },
        })),
      },
    })),
  ];
  return { resourceMetrics: [{ ...resource(service), scopeMetrics: [{ scope, metrics }] }] };
}

/** One metric has a data point for each combination of attributes. */
function byName<Point extends { readonly name: string }>(
  points: readonly Point[],
): (readonly [first: Point, points: readonly Point[]])[] {
  const groups = new Map<string, Point[]>();
  for (const point of points) groups.set(point.name, [...(groups.get(point.name) ?? []), point]);
  return [...groups.values()].flatMap((group) => (group[0] ? [[group[0], group] as const] : []));
}

const scope = { name: 'loggia' };

function resource({ name, version }: Service): object {
  const attributes = { 'service.name': name, ...(version !== undefined && { 'service.version': version }) };
  return { resource: { attributes: listed(attributes) } };
}

function listed(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}

function nanos(ms: number): string {
  return `${Math.round(ms)}000000`;
}
