import { z } from 'zod';
import { defineActions, type ActionOf } from '../../define-actions.ts';
import { openEnum, openObject, uriSchema } from '../../schema.ts';

export const resourceChangeSchema = openObject({
  uri: uriSchema,
  type: openEnum(['added', 'updated', 'deleted']),
});
export type ResourceChange = z.infer<typeof resourceChangeSchema>;

export const resourceWatchActions = defineActions({
  'resourceWatch/changed': {
    since: '0.2.0',
    by: 'host',
    fields: { changes: openObject({ items: z.array(resourceChangeSchema) }) },
  },
});
export type ResourceWatchAction = ActionOf<typeof resourceWatchActions>;
