import { z } from 'zod';
import { customizationSchema } from '../../channels/session/customizations.ts';
import { openObject, timestampSchema } from '../../schema.ts';
import { artifactCountsSchema, artifactSummarySchema, idSchema } from './artifacts.ts';
import { deskWindowSchema } from './desk.ts';
import { typeViewSchema } from './types.ts';

/** How many artifacts a workspace's state shows. Others come by the page, and their changes as actions. */
export const artifactWindow = 200;

export const workspaceStateSchema = openObject({
  id: idSchema,
  title: z.string(),
  description: z.string().optional(),
  createdAt: timestampSchema,
  counts: artifactCountsSchema,
  /** Those modified last, newest first; neither archived nor deleted ones. */
  artifacts: z.array(artifactSummarySchema),
  types: z.array(typeViewSchema),
  /** The workspace's servers, in the shape that sessions have them. */
  customizations: z.array(customizationSchema).optional(),
  /** What stands open on the desk, on every screen that shows it. */
  windows: z.array(deskWindowSchema).optional(),
});
export type WorkspaceState = z.infer<typeof workspaceStateSchema>;
