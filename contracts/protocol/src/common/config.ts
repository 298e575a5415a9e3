import { z } from 'zod';
import { openEnum, openObject } from '../schema.ts';

const propertyFields = {
  type: openEnum(['string', 'number', 'boolean', 'array', 'object']),
  title: z.string(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  enumLabels: z.array(z.string()).optional(),
  enumDescriptions: z.array(z.string()).optional(),
  readOnly: z.boolean().optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  enumDynamic: z.boolean().optional(),
  sessionMutable: z.boolean().optional(),
};

/** The schema of one object of settings; a form is drawn from it. */
export const configSchemaSchema = openObject({
  type: z.literal('object').optional(),
  properties: z.record(z.string(), openObject(propertyFields)).optional(),
  required: z.array(z.string()).optional(),
});

export const configValuesSchema = z.record(z.string(), z.unknown());
export const configStateSchema = openObject({ schema: configSchemaSchema, values: configValuesSchema });
export type ConfigState = z.infer<typeof configStateSchema>;

export function withConfigValues(
  config: ConfigState,
  change: { config: Record<string, unknown>; replace?: boolean | undefined },
): ConfigState {
  return {
    ...config,
    values: change.replace ? { ...change.config } : { ...config.values, ...change.config },
  };
}
