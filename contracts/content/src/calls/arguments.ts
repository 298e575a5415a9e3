import { z } from 'zod';
import { lifecycleEvents } from '../files/behaviors.ts';
import { artifactReferenceSchema } from './artifact-reference.ts';

/** What the tool that shows a type is called with. */
export const viewerArgumentsSchema = z.object({ artifact: artifactReferenceSchema });
export type ViewerArguments = z.infer<typeof viewerArgumentsSchema>;

/**
 * What a tool that reacts to a lifecycle event is called with: at least once per event, in order per artifact.
 * `event.id` is the same when an event comes again.
 */
export const eventArgumentsSchema = z.object({
  event: z.object({
    id: z.string().min(1),
    kind: z.enum(lifecycleEvents),
    at: z.string(),
    attempt: z.int().positive(),
    cause: z.enum(['undelete', 'unarchive', 'replay']).optional(),
    by: z.string(),
    commit: z.object({ id: z.string(), message: z.string() }).optional(),
  }),
  artifact: artifactReferenceSchema,
});
export type EventArguments = z.infer<typeof eventArgumentsSchema>;

/** What a tool that serves a capability is called with. */
export const capabilityArgumentsSchema = z.object({
  capability: z.string().min(1),
  artifact: artifactReferenceSchema,
});
export type CapabilityArguments = z.infer<typeof capabilityArgumentsSchema>;

/** What a tool behind an action of `presentation.json` is called with. */
export const actionArgumentsSchema = z.object({
  action: z.string().min(1),
  artifact: artifactReferenceSchema,
});
export type ActionArguments = z.infer<typeof actionArgumentsSchema>;
