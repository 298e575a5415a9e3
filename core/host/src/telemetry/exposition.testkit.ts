export interface Family {
  readonly type: string;
  readonly samples: Map<string, number>;
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const sampleLine = new RegExp(
  `^(${name})(\\{${label}(?:,${label})*\\})? (-?[0-9.]+(?:e[+-]?[0-9]+)?|[+-]Inf|NaN)$`,
);

/** Parses the text format of Prometheus, and throws at anything that a strict reader would refuse. */
export function parseExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const families = new Map<string, Family>();
  let helped = '';
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const help = new RegExp(`^# HELP (${name}) \\S.*$`).exec(line)?.[1];
    const [, typed, type] = new RegExp(`^# TYPE (${name}) (counter|gauge|histogram)$`).exec(line) ?? [];
    if (help !== undefined) helped = help;
    else if (typed !== undefined && type !== undefined) {
      if (typed !== helped || families.has(typed)) throw new Error(`Misplaced: ${line}`);
      if ((type === 'counter') !== typed.endsWith('_total')) throw new Error(`Misnamed: ${line}`);
      families.set(typed, { type, samples: new Map() });
      current = typed;
    } else {
      const [, sampled, labels = '', value] = sampleLine.exec(line) ?? [];
      const family = families.get(current);
      if (sampled === undefined || !family) throw new Error(`Not a sample: ${line}`);
      const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!suffixes.some((suffix) => sampled === current + suffix)) throw new Error(`Stray: ${line}`);
      if (family.samples.has(sampled + labels)) throw new Error(`Twice: ${line}`);
      family.samples.set(sampled + labels, Number(value));
    }
  }
  for (const [family, { type, samples }] of families) if (type === 'histogram') checkBuckets(family, samples);
  return families;
}

/** Buckets are cumulative, in order, and end with all. */
function checkBuckets(family: string, samples: ReadonlyMap<string, number>): void {
  const last = new Map<string, { bound: number; count: number }>();
  for (const [sample, count] of samples) {
    const [, before = '', bound] = /^\w+_bucket\{(.*?),?le="([^"]+)"\}$/.exec(sample) ?? [];
    if (bound === undefined) continue;
    const limit = bound === '+Inf' ? Infinity : Number(bound);
    const earlier = last.get(before) ?? { bound: -Infinity, count: 0 };
    if (limit <= earlier.bound || count < earlier.count) throw new Error(`Out of order: ${sample}`);
    last.set(before, { bound: limit, count });
  }
  for (const [labels, { bound, count }] of last) {
    const total = samples.get(`${family}_count${labels === '' ? '' : `{${labels}}`}`);
    if (bound !== Infinity || count !== total) throw new Error(`Incomplete: ${family}{${labels}}`);
  }
}
