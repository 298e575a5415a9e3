/** The size limit of a message. Reading more would block the shell noticeably. */
export interface WeightLimits {
  readonly values: number;
  readonly characters: number;
  readonly depth: number;
}

export interface PlainJson {
  readonly text: string;
  readonly values: number;
}

const messageLimits: WeightLimits = { values: 200_000, characters: 16 * 1024 * 1024, depth: 400 };

/**
 * The JSON of a structured clone from a stranger, or a sentence on why it is refused. It stops at the limits rather
 * than measuring everything first: a clone can hold buffers of any size, cycles, and the same object a million times.
 * Boxed strings and numbers are refused, since JSON changes their type.
 */
export function plainJson(value: unknown, limits: WeightLimits = messageLimits): PlainJson | string {
  let values = 0;
  let characters = 0;
  const weigh = (part: unknown, depth: number): string | undefined => {
    values += 1;
    if (values > limits.values || depth > limits.depth) return 'It has too many parts.';
    if (typeof part === 'string') characters += part.length;
    if (characters > limits.characters) return 'It is too long.';
    if (typeof part === 'bigint') return notJson;
    if (typeof part !== 'object' || part === null) return undefined;
    if (Array.isArray(part)) {
      // A sparse array is serialized at its full length.
      if (part.length > limits.values) return 'It has too many parts.';
      for (const item of part as readonly unknown[]) {
        const refused = weigh(item, depth + 1);
        if (refused !== undefined) return refused;
      }
      return undefined;
    }
    if (part instanceof Date) return undefined;
    if (Object.getPrototypeOf(part) !== Object.prototype) return notJson;
    for (const key in part) {
      characters += key.length;
      const refused = weigh((part as Readonly<Record<string, unknown>>)[key], depth + 1);
      if (refused !== undefined) return refused;
    }
    return undefined;
  };
  const refused = weigh(value, 0);
  if (refused !== undefined) return refused;
  try {
    return { text: JSON.stringify(value) ?? 'null', values };
  } catch {
    return notJson;
  }
}

const notJson = 'It is not JSON.';
