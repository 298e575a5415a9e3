import { z } from 'zod';
import type { CommandDefinition } from '../commands/table.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const ours = 'x-loggia/';

/** The name of a command without our prefix. */
export function shortName(name: string): string {
  return name.startsWith(ours) ? name.slice(ours.length) : name;
}

/** Short names, each with the full one. */
export function byShortName(names: Iterable<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of names) {
    const short = shortName(name);
    const other = found.get(short);
    if (other !== undefined) throw new Error(`${name} and ${other} would both be called ${short}.`);
    found.set(short, name);
  }
  return found;
}

/** The parameters to send; all others are refused. Ours need no channel; for the protocol's own, the default is the root. */
export function paramsSchema(name: string, { params }: CommandDefinition): JsonSchema {
  const {
    properties = {},
    required = [],
    additionalProperties: _,
    ...rest
  } = jsonSchema(params, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
    additionalProperties?: unknown;
  };
  const hidden = name.startsWith(ours) ? ['channel', '_meta'] : ['_meta'];
  const kept = Object.entries(properties).filter(([key]) => !hidden.includes(key));
  const needed = required.filter((key) => key !== 'channel');
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(kept),
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

export function resultSchema({ result }: CommandDefinition): JsonSchema {
  return result ? jsonSchema(result, 'output') : {};
}

/** Cached: anybody at this address can request all of them. */
const made = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = made[io].get(schema);
  if (known) return known;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  made[io].set(schema, rest);
  return rest;
}
