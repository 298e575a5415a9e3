import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { closedObject, openObject, openUnion } from '../schema.ts';
import {
  artifactSchema,
  artifactSummarySchema,
  commitSchema,
  contentSchema,
  contextSchema,
  idSchema,
  mimeSchema,
  titleSchema,
  versionSchema,
} from './workspace/artifacts.ts';

const artifact = { artifact: idSchema.describe('The id of the artifact.') };
const ids = z.array(idSchema).min(1).max(10_000).describe('The ids of the artifacts.');
const workspace = idSchema.describe('The id of the workspace.');
const version = z
  .number()
  .int()
  .positive()
  .describe('The number of a committed version; without it, the artifact as it is now.')
  .optional();
export const pageSchema = {
  limit: z.number().int().positive().max(500).describe('The largest number of entries to return.').optional(),
  cursor: z
    .string()
    .max(4096)
    .describe('"nextCursor" of the page before; without it, the first page.')
    .optional(),
};
const message = z.string().trim().min(1).max(10_000).describe('What changed and why, for the history.');
const ifRevision = z
  .number()
  .int()
  .nonnegative()
  .describe('The revision that you have seen. If somebody has changed the artifact since, this is refused.')
  .optional();
const newTitle = titleSchema.describe('One line of text.').optional();
const newContext = contextSchema
  .describe('The fields of the artifact, as the schema of its type describes them.')
  .optional();

/** Small texts by value; uploaded bytes by their hash. */
const newContentSchema = z
  .union([
    closedObject({ text: z.string().max(4_000_000).describe('The content as text.') }),
    closedObject({
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
        .describe('The SHA-256 of bytes that were uploaded with PUT /api/content, in hexadecimal.'),
    }),
  ])
  .describe('The content: {"text": "…"}, or {"hash": "…"} for uploaded bytes.');
export type NewContent = z.infer<typeof newContentSchema>;

const chosen = z
  .array(closedObject({ id: idSchema.describe('The id of the artifact.'), ifRevision }))
  .min(1)
  .max(10_000)
  .describe('The drafts to commit.');

/** Narrows a list of artifacts. */
export const filterSchema = {
  workspace: workspace.optional(),
  collection: idSchema.describe('The id of a collection.').optional(),
  states: z
    .array(z.enum(['draft', 'committed', 'archived']))
    .describe('Only artifacts in one of these states.')
    .optional(),
  types: z
    .array(mimeSchema)
    .max(50)
    .describe('Only these content types; "image/*" stands for a whole category.')
    .optional(),
};

const valueChangeSchema = openObject({
  /** JSON pointer. */
  path: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});

const contentChangeSchema = openUnion('kind', [
  openObject({ kind: z.literal('same') }),
  /** Both are text: a unified diff. */
  openObject({ kind: z.literal('text'), patch: z.string(), added: z.number(), removed: z.number() }),
  openObject({
    kind: z.literal('bytes'),
    before: contentSchema.optional(),
    after: contentSchema.optional(),
  }),
]);

export const differenceSchema = openObject({
  artifact: idSchema,
  /** 0: there was nothing before. */
  from: z.number(),
  /** Absent: uncommitted changes. */
  to: z.number().optional(),
  type: openObject({ before: mimeSchema.optional(), after: mimeSchema }).optional(),
  title: openObject({ before: z.string().optional(), after: z.string() }).optional(),
  context: z.array(valueChangeSchema),
  /** The list is longer than shown. */
  contextCut: z.boolean().optional(),
  content: contentChangeSchema,
});
export type Difference = z.infer<typeof differenceSchema>;

const artifactPage = openObject({
  artifacts: z.array(artifactSummarySchema),
  nextCursor: z.string().optional(),
});
const changedSchema = openObject({ artifacts: z.array(artifactSummarySchema) });

export const artifactExtensions = defineExtensions({
  'x-loggia/listArtifacts': {
    says: 'Lists artifacts of a workspace or a collection, in pages. A collection lists the last committed versions.',
    params: {
      ...filterSchema,
      deleted: z.boolean().describe('Only artifacts in the trash.').optional(),
      order: z
        .enum(['modified', 'created', 'title'])
        .describe('The last changed first (the default), the newest first, or by title.')
        .optional(),
      ...pageSchema,
    },
    result: artifactPage,
  },
  'x-loggia/getArtifact': {
    says: 'Reads one artifact with its context, as a draft or as of a version.',
    params: { ...artifact, version },
    result: openObject({ artifact: artifactSchema, version: versionSchema.optional() }),
  },
  'x-loggia/presentArtifact': {
    says: 'Shows an artifact to the user: the conversation gets a card that opens it. Use it when the user asks to see, show or open something.',
    params: artifact,
    result: openObject({
      artifact: artifactSummarySchema,
      /** Opens it in a client that knows such links. */
      link: z.string(),
    }),
  },
  'x-loggia/readContent': {
    says: 'Reads the content of an artifact as text, in parts if it is long.',
    params: {
      ...artifact,
      version,
      offset: z
        .number()
        .int()
        .nonnegative()
        .describe('Where to begin: "nextOffset" of the part before; without it, at the start.')
        .optional(),
      limit: z
        .number()
        .int()
        .positive()
        .max(1_000_000)
        .describe('The largest number of bytes to read.')
        .optional(),
    },
    result: openObject({
      /** Text, or base64 if the bytes aren't UTF-8. */
      text: z.string().optional(),
      base64: z.string().optional(),
      size: z.number(),
      nextOffset: z.number().optional(),
    }),
  },
  'x-loggia/createArtifact': {
    says: 'Creates an artifact as a draft. Without a type, it is detected from the file name or the content. With "fromTemplate", a missing title, context or content comes from the template of the type; without any of them, the draft goes to the trash by itself if nobody uses it.',
    params: {
      workspace,
      type: mimeSchema
        .describe('The content type, such as text/markdown; listTypes has those of a workspace.')
        .optional(),
      title: newTitle,
      fileName: z.string().max(255).describe('The name of the file that the content comes from.').optional(),
      context: newContext,
      content: newContentSchema.optional(),
      fromTemplate: z.boolean().describe('Fill in what is missing from the template of the type.').optional(),
    },
    result: openObject({ artifact: artifactSchema }),
  },
  'x-loggia/updateArtifact': {
    says: 'Changes title, type, context or content of an artifact; it is a draft until it is committed.',
    params: {
      ...artifact,
      ifRevision,
      title: newTitle,
      type: mimeSchema.describe('The new content type.').optional(),
      context: newContext,
      content: newContentSchema
        .nullable()
        .describe('The new content, {"text": "…"} or {"hash": "…"}; null removes it.')
        .optional(),
    },
    result: openObject({ artifact: artifactSchema }),
  },
  'x-loggia/discardDraft': {
    says: 'Discards the changes since the last commit.',
    params: { ...artifact, ifRevision },
    result: openObject({ artifact: artifactSchema }),
  },
  'x-loggia/previewCommit': {
    says: 'Shows what a commit of these artifacts would change, and what prevents it.',
    params: { artifacts: ids },
    result: openObject({
      differences: z.array(differenceSchema),
      problems: z.array(openObject({ artifact: idSchema, path: z.string().optional(), message: z.string() })),
    }),
  },
  'x-loggia/commitArtifacts': {
    says: 'Commits drafts: each becomes a new version, all in one commit with a message.',
    params: { artifacts: chosen, message },
    result: openObject({ commit: commitSchema, artifacts: z.array(artifactSummarySchema) }),
  },
  'x-loggia/restoreVersion': {
    says: 'Restores an old version as a draft.',
    params: {
      ...artifact,
      version: z.number().int().positive().describe('The number of the version to restore.'),
      ifRevision,
    },
    result: openObject({ artifact: artifactSchema }),
  },
  'x-loggia/archiveArtifacts': {
    says: 'Archives artifacts. They keep their versions and can be restored.',
    params: { artifacts: ids },
    result: changedSchema,
  },
  'x-loggia/unarchiveArtifacts': {
    says: 'Restores archived artifacts.',
    params: { artifacts: ids },
    result: changedSchema,
  },
  'x-loggia/deleteArtifacts': {
    says: 'Moves artifacts to the trash, from which they can be restored until they are purged.',
    params: { artifacts: ids },
    result: openObject({ deleted: ids }),
  },
  'x-loggia/undeleteArtifacts': {
    says: 'Restores artifacts from the trash.',
    params: { artifacts: ids },
    result: changedSchema,
  },
  'x-loggia/purgeArtifacts': {
    says: 'Removes artifacts in the trash permanently, with all their versions.',
    params: { artifacts: ids },
    result: openObject({ purged: z.array(idSchema) }),
  },
  'x-loggia/moveArtifacts': {
    says: 'Moves artifacts to another workspace, with their versions. They keep their ids and their places in collections.',
    params: { artifacts: chosen, workspace: idSchema.describe('The workspace to move them to.') },
    result: changedSchema,
  },
  'x-loggia/copyArtifacts': {
    says: 'Copies artifacts to a workspace, with their versions. The copies have ids of their own.',
    params: { artifacts: chosen, workspace: idSchema.describe('The workspace to copy them to.') },
    result: changedSchema,
  },
  'x-loggia/listVersions': {
    says: 'Lists the versions of an artifact, newest first.',
    params: { ...artifact, ...pageSchema },
    result: openObject({ versions: z.array(versionSchema), nextCursor: z.string().optional() }),
  },
  'x-loggia/diffVersions': {
    says: 'Shows what differs between two versions of an artifact, or between a version and the draft.',
    params: {
      ...artifact,
      from: z.number().int().nonnegative().describe('The number of the older version; 0 for nothing at all.'),
      to: z
        .number()
        .int()
        .positive()
        .describe('The number of the newer version; without it, the draft.')
        .optional(),
    },
    result: openObject({ difference: differenceSchema }),
  },
  'x-loggia/listCommits': {
    says: 'Lists the commits of a workspace, newest first.',
    params: { workspace, ...pageSchema },
    result: openObject({ commits: z.array(commitSchema), nextCursor: z.string().optional() }),
  },
});
export type ArtifactExtension = keyof typeof artifactExtensions;
