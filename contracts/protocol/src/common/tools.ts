import { z } from 'zod';
import { metaSchema, openObject } from '../schema.ts';

const jsonSchema = z.record(z.string(), z.unknown());

export const toolDefinitionSchema = openObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: jsonSchema.optional(),
  outputSchema: jsonSchema.optional(),
  annotations: openObject({
    title: z.string().optional(),
    readOnlyHint: z.boolean().optional(),
    destructiveHint: z.boolean().optional(),
    idempotentHint: z.boolean().optional(),
    openWorldHint: z.boolean().optional(),
  }).optional(),
  _meta: metaSchema.optional(),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>;
