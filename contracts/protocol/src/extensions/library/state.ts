import { z } from 'zod';
import { openObject, timestampSchema } from '../../schema.ts';
import { idSchema } from '../workspace/artifacts.ts';

export const workspaceSummarySchema = openObject({
  id: idSchema,
  /** Its channel. */
  channel: z.string(),
  title: z.string(),
  description: z.string().optional(),
  createdAt: timestampSchema,
});
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>;

/** A collection, in which committed artifacts are published. */
export const collectionSchema = openObject({
  id: idSchema,
  title: z.string(),
  description: z.string().optional(),
  createdAt: timestampSchema,
  /** Changes whenever its artifacts do, so that clients that show a page of them know to read it again. */
  modifiedAt: timestampSchema,
  /** The number of artifacts that it shows. */
  count: z.number(),
});
export type Collection = z.infer<typeof collectionSchema>;

export const libraryStateSchema = openObject({
  workspaces: z.array(workspaceSummarySchema),
  collections: z.array(collectionSchema),
});
export type LibraryState = z.infer<typeof libraryStateSchema>;
