import { z } from 'zod';
import { typeLimits } from '../limits.ts';
import { mimeSchema } from './type-definition.ts';
import { nameSchema, toolNameSchema } from './words.ts';

export const lifecycleEvents = ['create', 'commit', 'archive', 'delete'] as const;
export type LifecycleEvent = (typeof lifecycleEvents)[number];

/**
 * A permission that a handler may ask for beyond the artifact that a call is about. The user grants it to the server.
 */
export const permissions = ['servers'] as const;
export type Permission = (typeof permissions)[number];

const toolReferenceSchema = z.object({ tool: toolNameSchema });

/** `builtin` is the platform's own code, and only for definitions of the platform. */
export const capabilityEntrySchema = z.union(
  [toolReferenceSchema, z.object({ builtin: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/) })],
  {
    error: 'must name a tool of this server, such as { "tool": "extract_text" }',
  },
);
export type CapabilityEntry = z.infer<typeof capabilityEntrySchema>;

/** `behaviors.json` */
export const behaviorsSchema = z.object({
  mime: mimeSchema.optional(),
  events: z.partialRecord(z.enum(lifecycleEvents), toolReferenceSchema).optional(),
  capabilities: z
    .record(nameSchema, capabilityEntrySchema)
    .refine((entries) => Object.keys(entries).length <= typeLimits.capabilities, {
      error: `must not have more than ${typeLimits.capabilities} capabilities`,
    })
    .optional(),
  needs: z.array(z.enum(permissions)).max(permissions.length).optional(),
});
export type Behaviors = z.infer<typeof behaviorsSchema>;
