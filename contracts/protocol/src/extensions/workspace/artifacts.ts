import { z } from 'zod';
import { metaSchema, openEnum, openObject, timestampSchema } from '../../schema.ts';

/** Ids come from the host: short, safe in paths and addresses. */
export const idSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be an id of letters, digits, "-" and "_"');
export const mimeSchema = z.string().min(3).max(255);
export const titleSchema = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .refine((title) => !/\p{Cc}/u.test(title), 'must be one line of text');
/** Opaque to the platform: only the owner of the type looks inside. */
export const contextSchema = metaSchema;

export const contentSchema = openObject({
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: z.string(),
  size: z.number(),
});
export type ArtifactContent = z.infer<typeof contentSchema>;

/** The preview of a context on a card, selected by the type's `preview.json`. */
const previewSchema = openObject({
  text: z.string().optional(),
  fields: z
    .array(
      openObject({
        label: z.string(),
        value: z.union([z.string(), z.number()]),
        as: openEnum(['text', 'count', 'date', 'sum']).optional(),
      }),
    )
    .optional(),
  progress: openObject({ done: z.number(), total: z.number() }).optional(),
});

const facts = {
  id: idSchema,
  workspace: idSchema,
  type: mimeSchema,
  title: z.string(),
  /** `draft`: there are changes that no version holds yet. */
  state: openEnum(['draft', 'committed', 'archived']),
  /** Increases with every change. Send it back as `ifRevision` to change only what you have seen. */
  revision: z.number(),
  /** The newest committed version; 0 before the first. */
  version: z.number(),
  content: contentSchema.optional(),
  /** The collections it is linked into. */
  collections: z.array(idSchema),
  createdAt: timestampSchema,
  createdBy: z.string(),
  modifiedAt: timestampSchema,
  modifiedBy: z.string(),
  /** When it was moved to the trash. */
  deletedAt: timestampSchema.optional(),
};

/** Enough for a card. */
export const artifactSummarySchema = openObject({
  ...facts,
  preview: previewSchema.optional(),
  /**
   * The start of its text, if it has been extracted, as one line. For types with a glimpse: one line per row, with tabs
   * between cells; the first has the titles and is empty if there are none.
   */
  excerpt: z.string().optional(),
  /** The hash of a small picture. */
  thumbnail: z.string().optional(),
});
export type ArtifactSummary = z.infer<typeof artifactSummarySchema>;

export const artifactSchema = openObject({ ...facts, context: contextSchema });
export type Artifact = z.infer<typeof artifactSchema>;

/** A committed version; immutable. */
export const versionSchema = openObject({
  artifact: idSchema,
  version: z.number(),
  type: mimeSchema,
  title: z.string(),
  context: contextSchema,
  content: contentSchema.optional(),
  commit: idSchema,
  message: z.string(),
  author: z.string(),
  at: timestampSchema,
});
export type ArtifactVersion = z.infer<typeof versionSchema>;

export const commitSchema = openObject({
  id: idSchema,
  workspace: idSchema,
  message: z.string(),
  author: z.string(),
  at: timestampSchema,
  artifacts: z.array(openObject({ artifact: idSchema, version: z.number(), title: z.string() })),
});
export type Commit = z.infer<typeof commitSchema>;

export const artifactCountsSchema = openObject({
  drafts: z.number(),
  committed: z.number(),
  archived: z.number(),
  deleted: z.number(),
});
export type ArtifactCounts = z.infer<typeof artifactCountsSchema>;
