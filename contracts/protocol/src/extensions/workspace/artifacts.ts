import { z } from 'zod';
import { metaSchema, openEnum, openObject, timestampSchema } from '../../schema.ts';

/** Ids are the host's: short, safe in paths and addresses. */
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

/** What a card shows of a context, as the type's `preview.json` picks it out. */
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
  /** Grows with every change. Send it back as `ifRevision` to change only what you have seen. */
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
  /** In the trash since then. */
  deletedAt: timestampSchema.optional(),
};

/** Enough for a card. */
export const artifactSummarySchema = openObject({
  ...facts,
  preview: previewSchema.optional(),
  /** The beginning of its text, where it has been extracted. */
  excerpt: z.string().optional(),
  /** The hash of a small picture. */
  thumbnail: z.string().optional(),
});
export type ArtifactSummary = z.infer<typeof artifactSummarySchema>;

export const artifactSchema = openObject({ ...facts, context: contextSchema });
export type Artifact = z.infer<typeof artifactSchema>;

/** As it was committed; never changes. */
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
