import { ProtocolError, type ConfigState, type Params, type Result } from '@loggia/protocol';
import type { Refusal } from './refusal.ts';

interface Change {
  readonly config: Readonly<Record<string, unknown>>;
  readonly replace?: boolean | undefined;
}

type Property = NonNullable<ConfigState['schema']['properties']>[string];

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function refuseValue(name: string, { type, enum: allowed, enumDynamic }: Property, value: unknown): Refusal {
  if (kinds[type]?.(value) === false) return `The setting "${name}" must be of the type ${type}.`;
  if (!allowed || enumDynamic || allowed.some((choice) => same(choice, value))) return undefined;
  return `The setting "${name}" must be one of ${allowed.map((choice) => JSON.stringify(choice)).join(', ')}.`;
}

/** A running session accepts only changes to settings marked as mutable; the others may be sent along unchanged. */
export function refuseConfigChange({ schema, values }: ConfigState, { config, replace }: Change): Refusal {
  const touched = replace ? { ...valuesDropped(values), ...config } : config;
  for (const [name, value] of Object.entries(touched)) {
    if (same(value, values[name])) continue;
    const property = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
    if (!property) return `This session has no setting "${name}".`;
    if (!property.sessionMutable || property.readOnly) {
      return `The setting "${name}" is fixed once a session exists. Create a new session to choose another.`;
    }
    const refusal = value === undefined ? undefined : refuseValue(name, property, value);
    if (refusal) return refusal;
  }
  return undefined;
}

/** A replacement drops the values it doesn't name. */
function valuesDropped(values: Readonly<Record<string, unknown>>): Record<string, undefined> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
}

/** The values that a setting allows and that match the query. */
export function valuesFor(
  { schema }: ConfigState,
  { property: name, query = '' }: Pick<Params<'sessionConfigCompletions'>, 'property' | 'query'>,
): Result<'sessionConfigCompletions'> {
  const property = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
  if (!property)
    throw new ProtocolError('InvalidParams', `A session has no setting "${name.slice(0, 200)}".`);
  const { enum: allowed = [], enumLabels: labels = [], enumDescriptions: descriptions = [] } = property;
  const items = allowed.map((value, index) => {
    const { [index]: description = '' } = descriptions;
    return { value, label: labels[index] ?? String(value), ...(description !== '' && { description }) };
  });
  const wanted = query.toLowerCase();
  return {
    items: items.filter(({ value, label }) => `${label} ${String(value)}`.toLowerCase().includes(wanted)),
  };
}
