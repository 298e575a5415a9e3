import type { SeededRandom } from '@loggia/testing';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Values that programs often trip over. */
const oddities: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'ahp-root://',
  'ahp-session:/',
  'ahp-chat:/nowhere',
  'file:///etc/passwd',
  'x'.repeat(5_000),
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: { polluted: true } } as unknown as Json,
  { toString: 1, valueOf: 2, toJSON: 3 },
  Array.from({ length: 200 }, (_, index) => index),
];

/** Messages that a real client could send, and what is left of them after an accident. */
export class Fuzzer {
  readonly #random: SeededRandom;
  readonly #samples: readonly Json[];

  constructor(random: SeededRandom, samples: readonly object[]) {
    this.#random = random;
    this.#samples = samples as unknown as Json[];
  }

  /** A message that seldom means anything. */
  text(id: number): string {
    const random = this.#random;
    const sample = structuredClone(random.pick(this.#samples));
    if (isObject(sample) && 'id' in sample) sample['id'] = id;
    // Mostly below the surface, where the frame is still a request and something reads it.
    const params = isObject(sample) ? sample['params'] : undefined;
    if (isObject(sample) && params !== undefined && random.chance(0.8))
      sample['params'] = this.#mutations(params);
    const message = random.chance(0.2) ? this.#mutations(sample) : sample;
    const text = JSON.stringify(message);
    return random.chance(0.8) ? text : this.#garble(Buffer.from(text)).toString();
  }

  /** The same as bytes, which may be no text at all. */
  bytes(id: number): Buffer {
    return this.#garble(Buffer.from(this.text(id)));
  }

  #mutations(value: Json): Json {
    let mutated = value;
    for (let times = this.#random.between(1, 3); times > 0; times--) mutated = this.#mutate(mutated);
    return mutated;
  }

  #mutate(value: Json): Json {
    const random = this.#random;
    const children = isObject(value) || Array.isArray(value) ? Object.keys(value) : [];
    if (children.length === 0 || random.chance(0.15)) return structuredClone(random.pick(oddities));
    const key = random.pick(children);
    const holder = value as Record<string, Json>;
    const action = random.next();
    if (action < 0.55) holder[key] = this.#mutate(holder[key] ?? null);
    else if (action < 0.7) delete holder[key];
    else if (action < 0.85) holder[key] = structuredClone(random.pick(oddities));
    else holder[random.pick([...children, 'extra'])] = structuredClone(random.pick(this.#samples));
    return value;
  }

  #garble(bytes: Buffer): Buffer {
    const random = this.#random;
    const at = random.between(0, Math.max(0, bytes.length - 1));
    switch (random.between(0, 3)) {
      case 0:
        return bytes.subarray(0, at);
      case 1:
        bytes[at] = random.between(0, 255);
        return bytes;
      case 2:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + 40), bytes.subarray(at)]);
      default:
        return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.between(1, 20))]);
    }
  }
}

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
