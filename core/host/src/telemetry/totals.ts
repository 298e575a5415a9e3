import { bounds, type Attributes, type Distribution, type Numbers, type Sum } from './otlp.ts';

/**
 * All counts since the start. Counting is an addition to a plain number; everything else happens when somebody
 * reads. Attributes must have few values, given in the same order each time: each combination is kept forever.
 */
export class Totals {
  readonly #sums = new Map<string, Sum>();
  readonly #distributions = new Map<string, Distribution>();

  add(name: string, unit: string, value: number, attributes: Attributes): void {
    const key = keyOf(name, attributes);
    const known = this.#sums.get(key);
    if (known) known.value += value;
    else this.#sums.set(key, { name, unit, attributes, value });
  }

  record(name: string, unit: string, value: number, attributes: Attributes): void {
    const key = keyOf(name, attributes);
    let known = this.#distributions.get(key);
    if (!known) this.#distributions.set(key, (known = noneOf(name, unit, attributes)));
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
    known.buckets[bucket] = (known.buckets[bucket] ?? 0) + 1;
    known.count += 1;
    known.sum += value;
  }

  read(): Numbers {
    return { sums: [...this.#sums.values()], distributions: [...this.#distributions.values()] };
  }

  /** The counts after the moment at which `earlier` was copied. */
  since(earlier: Totals): Numbers {
    const sums = [...this.#sums].map(([key, sum]) => ({
      ...sum,
      value: sum.value - (earlier.#sums.get(key)?.value ?? 0),
    }));
    const distributions = [...this.#distributions].map(([key, { buckets, count, sum, ...rest }]) => {
      const before = earlier.#distributions.get(key);
      return {
        ...rest,
        buckets: buckets.map((number, index) => number - (before?.buckets[index] ?? 0)),
        count: count - (before?.count ?? 0),
        sum: sum - (before?.sum ?? 0),
      };
    });
    return {
      sums: sums.filter(({ value }) => value > 0),
      distributions: distributions.filter(({ count }) => count > 0),
    };
  }

  copy(): Totals {
    const copied = new Totals();
    for (const [key, sum] of this.#sums) copied.#sums.set(key, { ...sum });
    for (const [key, found] of this.#distributions)
      copied.#distributions.set(key, { ...found, buckets: [...found.buckets] });
    return copied;
  }
}

function keyOf(name: string, attributes: Attributes): string {
  let key = name;
  for (const attribute in attributes) key += `\n${attributes[attribute]}`;
  return key;
}

function noneOf(name: string, unit: string, attributes: Attributes): Distribution {
  const buckets = Array.from({ length: bounds.length + 1 }, () => 0);
  return { name, unit, attributes, buckets, count: 0, sum: 0 };
}
