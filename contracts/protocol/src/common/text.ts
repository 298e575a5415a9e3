import { z } from 'zod';
import { metaSchema, openEnum, openObject, uriSchema } from '../schema.ts';

export const stringOrMarkdownSchema = z.union([z.string(), openObject({ markdown: z.string() })]);
export type StringOrMarkdown = z.infer<typeof stringOrMarkdownSchema>;

export const errorInfoSchema = openObject({
  errorType: z.string(),
  message: z.string(),
  stack: z.string().optional(),
  _meta: metaSchema.optional(),
});
export type ErrorInfo = z.infer<typeof errorInfoSchema>;

export const usageInfoSchema = openObject({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cacheReadTokens: z.number().optional(),
  model: z.string().optional(),
  _meta: metaSchema.optional(),
});
export type UsageInfo = z.infer<typeof usageInfoSchema>;

export const contentRefSchema = openObject({
  uri: uriSchema,
  sizeHint: z.number().optional(),
  contentType: z.string().optional(),
  nonce: z.string().optional(),
});
export type ContentRef = z.infer<typeof contentRefSchema>;

const positionSchema = openObject({ line: z.number(), character: z.number() });
export const textRangeSchema = openObject({ start: positionSchema, end: positionSchema });
export type TextRange = z.infer<typeof textRangeSchema>;

export const iconSchema = openObject({
  src: z.string(),
  contentType: z.string().optional(),
  sizes: z.array(z.string()).optional(),
  theme: openEnum(['light', 'dark']).optional(),
});
export type Icon = z.infer<typeof iconSchema>;

const fileSideSchema = openObject({ uri: uriSchema, content: contentRefSchema });
export const fileEditSchema = openObject({
  before: fileSideSchema.optional(),
  after: fileSideSchema.optional(),
  diff: openObject({ added: z.number().optional(), removed: z.number().optional() }).optional(),
});
export type FileEdit = z.infer<typeof fileEditSchema>;

export const changesSummarySchema = openObject({
  additions: z.number().optional(),
  deletions: z.number().optional(),
  files: z.number().optional(),
});
export type ChangesSummary = z.infer<typeof changesSummarySchema>;

/** A catalog entry; the changeset itself is on the channel that the template expands to. */
export const changesetSchema = openObject({
  label: z.string(),
  uriTemplate: z.string(),
  description: z.string().optional(),
  changeKind: openEnum(['session', 'branch', 'uncommitted', 'turn', 'compare-turns']),
  /** `review` means that clients may mark its files as reviewed. */
  capabilities: openObject({ review: openObject({}).optional() }).optional(),
});
export type Changeset = z.infer<typeof changesetSchema>;
