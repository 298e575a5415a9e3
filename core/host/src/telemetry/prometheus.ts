import { bounds, type Attributes, type Distribution, type Numbers } from './otlp.ts';

/** A number that is read when somebody asks. */
export interface Reading {
  readonly name: string;
  readonly says: string;
  readonly type: 'gauge' | 'counter';
  readonly values: readonly (readonly [labels: Attributes, value: number])[];
}

/** The totals that are shown, by their names in OTLP. The others are counted only while somebody subscribes to them. */
const shown: Readonly<Record<string, { readonly name: string; readonly says: string }>> = {
  'loggia.commit.actions': { name: 'loggia_actions_total', says: 'Actions given to the store.' },
  'loggia.commit.duration': { name: 'loggia_commit_duration_seconds', says: 'How long commits took.' },
  'loggia.commit.size': { name: 'loggia_commit_size_actions', says: 'Actions in a commit.' },
  'loggia.turn.duration': { name: 'loggia_turn_duration_seconds', says: 'How long ended turns took.' },
  'loggia.tool_call.duration': {
    name: 'loggia_tool_call_duration_seconds',
    says: 'How long tool calls in turns took.',
  },
  'loggia.tool_calls': { name: 'loggia_tool_calls_total', says: 'Tool calls by server and outcome.' },
  'loggia.tokens': { name: 'loggia_tokens_total', says: 'Tokens that models used.' },
};

/** The text format of Prometheus, version 0.0.4. Durations become seconds. */
export function exposition({ sums, distributions }: Numbers, readings: readonly Reading[]): string {
  const lines: string[] = [];
  const family = (name: string, type: string, says: string): void =>
    void lines.push(`# HELP ${name} ${says}`, `# TYPE ${name} ${type}`);
  for (const [key, { name, says }] of Object.entries(shown)) {
    const counted = sums.filter((sum) => sum.name === key);
    const spread = distributions.filter((distribution) => distribution.name === key);
    if (counted.length > 0) family(name, 'counter', says);
    for (const { attributes, value } of counted) lines.push(sample(name, attributes, value));
    if (spread.length > 0) family(name, 'histogram', says);
    for (const distribution of spread) lines.push(...histogram(name, distribution));
  }
  for (const { name, type, says, values } of readings) {
    family(name, type, says);
    for (const [labels, value] of values) lines.push(sample(name, labels, value));
  }
  return `${lines.join('\n')}\n`;
}

function histogram(name: string, { unit, attributes, buckets, count, sum }: Distribution): string[] {
  const scale = unit === 'ms' ? 1_000 : 1;
  let upTo = 0;
  return [
    ...bounds.map((bound, index) => {
      upTo += buckets[index] ?? 0;
      return sample(`${name}_bucket`, { ...attributes, le: String(bound / scale) }, upTo);
    }),
    sample(`${name}_bucket`, { ...attributes, le: '+Inf' }, count),
    sample(`${name}_sum`, attributes, sum / scale),
    sample(`${name}_count`, attributes, count),
  ];
}

function sample(name: string, labels: Attributes, value: number): string {
  const listed = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`);
  return `${name}${listed.length > 0 ? `{${listed.join(',')}}` : ''} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
