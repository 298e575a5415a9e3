import { z } from 'zod';
import { errorInfoSchema, fileEditSchema, stringOrMarkdownSchema } from '../../common/text.ts';
import { metaSchema, openEnum, openObject } from '../../schema.ts';

/** `recomputing` still has the files of the last complete result; `computing` has none yet. */
const changesetStatusSchema = openEnum(['computing', 'recomputing', 'ready', 'error']);
export type ChangesetStatus = z.infer<typeof changesetStatusSchema>;

const operationStatusSchema = openEnum(['idle', 'running', 'error', 'disabled']);

export const changesetFileSchema = openObject({
  /** Unique in its changeset: the URI after the change, or before it for a file that was deleted. */
  id: z.string(),
  edit: fileEditSchema,
  /** Missing means not reviewed. A host that sends the file again without it has reset it. */
  reviewed: z.boolean().optional(),
  _meta: metaSchema.optional(),
});
export type ChangesetFile = z.infer<typeof changesetFileSchema>;

export const changesetOperationSchema = openObject({
  id: z.string(),
  label: z.string(),
  description: z.string().optional(),
  scopes: z.array(openEnum(['changeset', 'resource', 'range'])),
  /** Clients must show this and wait for a yes before they invoke the operation. */
  confirmation: stringOrMarkdownSchema.optional(),
  icon: z.string().optional(),
  group: z.string().optional(),
  status: operationStatusSchema,
  /** Present if and only if the status is `error`. */
  error: errorInfoSchema.optional(),
});
export type ChangesetOperation = z.infer<typeof changesetOperationSchema>;

export const changesetStateSchema = openObject({
  status: changesetStatusSchema,
  /** Present if and only if the status is `error`. */
  error: errorInfoSchema.optional(),
  files: z.array(changesetFileSchema),
  operations: z.array(changesetOperationSchema).optional(),
});
export type ChangesetState = z.infer<typeof changesetStateSchema>;
