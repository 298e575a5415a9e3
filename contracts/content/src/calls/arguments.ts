import { z } from 'zod';
import { lifecycleEvents } from '../files/behaviors.ts';
import { artifactReferenceSchema } from './artifact-reference.ts';

/** The arguments of the tool that shows a type. */
export const viewerArgumentsSchema = z.object({
  artifact: artifactReferenceSchema,
  /** The user opened it to read. Sent only if the type declares the modes "view" and "edit". */
  mode: z.literal('view').optional(),
});
export type ViewerArguments = z.infer<typeof viewerArgumentsSchema>;

/**
 * The arguments of a tool that handles a lifecycle event: called at least once per event, in order per artifact.
 * `event.id` is the same when an event is repeated.
 */
export const eventArgumentsSchema = z.object({
  event: z.object({
    id: z.string().min(1),
    kind: z.enum(lifecycleEvents),
    at: z.string(),
    attempt: z.int().positive(),
    cause: z.enum(['undelete', 'unarchive', 'move', 'replay']).optional(),
    by: z.string(),
    commit: z.object({ id: z.string(), message: z.string() }).optional(),
  }),
  artifact: artifactReferenceSchema,
});
export type EventArguments = z.infer<typeof eventArgumentsSchema>;

/** The arguments of a tool that serves a capability. */
export const capabilityArgumentsSchema = z.object({
  capability: z.string().min(1),
  artifact: artifactReferenceSchema,
});
export type CapabilityArguments = z.infer<typeof capabilityArgumentsSchema>;

/** The arguments of a tool behind an action of `presentation.json`. */
export const actionArgumentsSchema = z.object({
  action: z.string().min(1),
  artifact: artifactReferenceSchema,
});
export type ActionArguments = z.infer<typeof actionArgumentsSchema>;
