import { z } from 'zod';
import { errorInfoSchema } from '../../common/text.ts';
import { defineActions, type ActionOf } from '../../define-actions.ts';
import { changesetFileSchema, changesetOperationSchema, changesetStateSchema } from './state.ts';

export const changesetActions = defineActions({
  'changeset/statusChanged': {
    since: '0.2.0',
    by: 'host',
    fields: { status: changesetStateSchema.shape.status, error: errorInfoSchema.optional() },
  },
  'changeset/fileSet': { since: '0.2.0', by: 'host', fields: { file: changesetFileSchema } },
  'changeset/fileRemoved': { since: '0.2.0', by: 'host', fields: { fileId: z.string() } },
  'changeset/filesReviewChanged': {
    since: '0.6.0',
    by: 'client',
    fields: { files: z.array(z.string()), reviewed: z.boolean() },
  },
  'changeset/contentChanged': {
    since: '0.4.0',
    by: 'host',
    fields: {
      files: z.array(changesetFileSchema),
      operations: z.array(changesetOperationSchema).optional(),
    },
  },
  'changeset/operationsChanged': {
    since: '0.2.0',
    by: 'host',
    fields: { operations: z.array(changesetOperationSchema).optional() },
  },
  'changeset/operationStatusChanged': {
    since: '0.3.0',
    by: 'host',
    fields: {
      operationId: z.string(),
      status: changesetOperationSchema.shape.status,
      error: errorInfoSchema.optional(),
    },
  },
  'changeset/cleared': { since: '0.2.0', by: 'host', fields: {} },
});
export type ChangesetAction = ActionOf<typeof changesetActions>;
