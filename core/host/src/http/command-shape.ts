import { z } from 'zod';
import type { CommandDefinition } from '../commands/table.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const ours = 'x-loggia/';

/** What a command is called where there is no need to tell ours from the protocol's. */
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

/** What to send. Ours need no channel; for the protocol's own it stands for the root where it is left out. */
export function paramsSchema(name: string, { params }: CommandDefinition): JsonSchema {
  const {
    properties = {},
    required = [],
    ...rest
  } = jsonSchema(params, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const hidden = name.startsWith(ours) ? ['channel', '_meta'] : ['_meta'];
  const kept = Object.entries(properties).filter(([key]) => !hidden.includes(key));
  const needed = required.filter((key) => key !== 'channel');
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(kept),
    ...(needed.length > 0 && { required: needed }),
  };
}

export function resultSchema({ result }: CommandDefinition): JsonSchema {
  return result ? jsonSchema(result, 'output') : {};
}

/** Made once: anybody at this address may ask for all of them. */
const made = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = made[io].get(schema);
  if (known) return known;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  made[io].set(schema, rest);
  return rest;
}
