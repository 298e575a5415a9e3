import { z } from 'zod';
import { artifactStates } from '../files/presentation.ts';
import { jsonObjectSchema } from '../files/words.ts';

/** What a handler is told of the artifact that a call is about. */
export const artifactReferenceSchema = z.object({
  id: z.string().min(1),
  workspace: z.string().min(1),
  type: z.string(),
  title: z.string(),
  state: z.enum(artifactStates),
  /** Grows with every change; sent back as `ifRevision`, it keeps one from overwriting what one has not seen. */
  revision: z.int().nonnegative(),
  /** Of the newest version that was committed; 0 before the first. */
  version: z.int().nonnegative(),
  /** An old version, or something archived: it can be looked at, and nothing is saved. */
  readOnly: z.boolean().optional(),
  context: jsonObjectSchema,
  content: z
    .object({
      hash: z.string(),
      size: z.int().nonnegative(),
      /** Where the bytes are, for whoever shows the token of the call. */
      url: z.string(),
    })
    .optional(),
});
export type ArtifactReference = z.infer<typeof artifactReferenceSchema>;
