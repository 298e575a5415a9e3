import { z } from 'zod';
import { artifactStates } from '../files/presentation.ts';
import { jsonObjectSchema } from '../files/words.ts';

/** The artifact that a call is about, as handlers see it. */
export const artifactReferenceSchema = z.object({
  id: z.string().min(1),
  workspace: z.string().min(1),
  type: z.string(),
  title: z.string(),
  state: z.enum(artifactStates),
  /** Increases with every change; sent back as `ifRevision`, it prevents overwriting unseen changes. */
  revision: z.int().nonnegative(),
  /** The newest committed version; 0 before the first. */
  version: z.int().nonnegative(),
  /** An old version, or an archived artifact: it can be viewed, but not saved. */
  readOnly: z.boolean().optional(),
  context: jsonObjectSchema,
  content: z
    .object({
      hash: z.string(),
      size: z.int().nonnegative(),
      /** The address of the bytes, for the holder of the call's token. */
      url: z.string(),
    })
    .optional(),
});
export type ArtifactReference = z.infer<typeof artifactReferenceSchema>;
