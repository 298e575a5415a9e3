import { z } from 'zod';
import { stringOrMarkdownSchema, textRangeSchema } from '../../common/text.ts';
import { metaSchema, openObject, uriSchema } from '../../schema.ts';

/** The conversation that the commented version of the resource comes from. */
export const annotationOriginSchema = openObject({
  session: uriSchema,
  chat: uriSchema.optional(),
  turnId: z.string().optional(),
});
export type AnnotationOrigin = z.infer<typeof annotationOriginSchema>;

export const annotationEntrySchema = openObject({
  id: z.string(),
  text: stringOrMarkdownSchema,
  _meta: metaSchema.optional(),
});
export type AnnotationEntry = z.infer<typeof annotationEntrySchema>;

/** Remarks about one resource, or about a range of it. The first entry opens it, and the others answer. */
export const annotationSchema = openObject({
  id: z.string(),
  origin: annotationOriginSchema,
  resource: uriSchema,
  range: textRangeSchema.optional(),
  resolved: z.boolean(),
  entries: z.array(annotationEntrySchema),
  _meta: metaSchema.optional(),
});
export type Annotation = z.infer<typeof annotationSchema>;

export const annotationsStateSchema = openObject({ annotations: z.array(annotationSchema) });
export type AnnotationsState = z.infer<typeof annotationsStateSchema>;

/** The counts that a session and its entry in the list of sessions show. */
export const annotationsSummarySchema = openObject({
  resource: uriSchema,
  annotationCount: z.number(),
  entryCount: z.number(),
});
export type AnnotationsSummary = z.infer<typeof annotationsSummarySchema>;
