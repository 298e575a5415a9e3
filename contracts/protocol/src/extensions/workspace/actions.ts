import { z } from 'zod';
import type { SessionAction } from '../../channels/session/actions.ts';
import { defineActions, type ActionOf } from '../../define-actions.ts';
import { artifactCountsSchema, artifactSummarySchema, idSchema } from './artifacts.ts';
import { deskLayoutSchema, deskWindowSchema } from './desk.ts';
import { typeViewSchema } from './types.ts';

export const workspaceActions = defineActions({
  'x-loggia/workspaceChanged': {
    since: '0.9.0',
    by: 'host',
    fields: { title: z.string(), description: z.string().optional() },
  },
  /** Artifacts that are new or have changed, whether or not the state includes them. */
  'x-loggia/artifactsSet': {
    since: '0.9.0',
    by: 'host',
    fields: { artifacts: z.array(artifactSummarySchema), counts: artifactCountsSchema },
  },
  /** Deleted: in the trash, or permanently. */
  'x-loggia/artifactsRemoved': {
    since: '0.9.0',
    by: 'host',
    fields: { ids: z.array(idSchema), counts: artifactCountsSchema },
  },
  'x-loggia/typesChanged': { since: '0.9.0', by: 'host', fields: { types: z.array(typeViewSchema) } },
});

/** Actions with which clients share their arrangement of the windows on a desk, and save one under a name. */
export const deskActions = defineActions({
  'x-loggia/windowSet': { since: '0.9.0', by: 'client', fields: { window: deskWindowSchema } },
  'x-loggia/windowRemoved': { since: '0.9.0', by: 'client', fields: { id: z.string().max(300) } },
  'x-loggia/layoutSet': { since: '0.9.0', by: 'client', fields: { layout: deskLayoutSchema } },
  'x-loggia/layoutRemoved': { since: '0.9.0', by: 'client', fields: { id: z.string().max(300) } },
});
export type DeskAction = ActionOf<typeof deskActions>;

/** A workspace's servers use the same actions as a session's. */
type ServerAction = Extract<
  SessionAction,
  { type: `session/customization${string}` | `session/mcpServer${string}` }
>;

export type WorkspaceAction = ActionOf<typeof workspaceActions> | DeskAction | ServerAction;
