import { z } from 'zod';
import { textRangeSchema } from '../../common/text.ts';
import { defineActions, type ActionOf } from '../../define-actions.ts';
import { uriSchema } from '../../schema.ts';
import { annotationEntrySchema, annotationOriginSchema, annotationSchema } from './state.ts';

const annotationId = z.string();

export const annotationsActions = defineActions({
  'annotations/set': { since: '0.4.0', by: 'client', fields: { annotation: annotationSchema } },
  'annotations/updated': {
    since: '0.4.0',
    by: 'client',
    fields: {
      annotationId,
      origin: annotationOriginSchema.optional(),
      resource: uriSchema.optional(),
      range: textRangeSchema.optional(),
      resolved: z.boolean().optional(),
    },
  },
  'annotations/removed': { since: '0.4.0', by: 'client', fields: { annotationId } },
  'annotations/entrySet': {
    since: '0.4.0',
    by: 'client',
    fields: { annotationId, entry: annotationEntrySchema },
  },
  'annotations/entryRemoved': {
    since: '0.4.0',
    by: 'client',
    fields: { annotationId, entryId: z.string() },
  },
});
export type AnnotationsAction = ActionOf<typeof annotationsActions>;
