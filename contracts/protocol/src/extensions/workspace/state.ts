import { z } from 'zod';
import { customizationSchema } from '../../channels/session/customizations.ts';
import { openObject, timestampSchema } from '../../schema.ts';
import { artifactCountsSchema, artifactSummarySchema, idSchema } from './artifacts.ts';
import { deskLayoutSchema, deskWindowSchema } from './desk.ts';
import { typeViewSchema } from './types.ts';

/** The number of artifacts in a workspace's state. Others are read in pages, and their changes arrive as actions. */
export const artifactWindow = 200;

export const workspaceStateSchema = openObject({
  id: idSchema,
  title: z.string(),
  description: z.string().optional(),
  createdAt: timestampSchema,
  counts: artifactCountsSchema,
  /** The last modified, newest first; without archived and deleted ones. */
  artifacts: z.array(artifactSummarySchema),
  types: z.array(typeViewSchema),
  /** The workspace's servers, in the same format as in sessions. */
  customizations: z.array(customizationSchema).optional(),
  /** The last arrangement by any client: a client that is new to the desk starts with it. */
  windows: z.array(deskWindowSchema).optional(),
  /** Arrangements that were saved under a name. */
  layouts: z.array(deskLayoutSchema).optional(),
});
export type WorkspaceState = z.infer<typeof workspaceStateSchema>;
