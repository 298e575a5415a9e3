import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { openObject, openUnion } from '../schema.ts';
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

const artifact = { artifact: idSchema };
const ids = z.array(idSchema).min(1).max(10_000);
export const pageSchema = {
  limit: z.number().int().positive().max(500).optional(),
  cursor: z.string().max(4096).optional(),
};
const message = z.string().trim().min(1).max(10_000);
/** Refuses the change with a Conflict where somebody else has made one since. */
const ifRevision = z.number().int().nonnegative().optional();

/** Small texts by value; bytes that were uploaded before by their hash. */
const newContentSchema = z.union([
  z.strictObject({ text: z.string().max(4_000_000) }),
  z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal') }),
]);
export type NewContent = z.infer<typeof newContentSchema>;

const chosen = z
  .array(z.strictObject({ id: idSchema, ifRevision }))
  .min(1)
  .max(10_000);

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
  /** Absent: what is not committed yet. */
  to: z.number().optional(),
  type: openObject({ before: mimeSchema.optional(), after: mimeSchema }).optional(),
  title: openObject({ before: z.string().optional(), after: z.string() }).optional(),
  context: z.array(valueChangeSchema),
  /** The list is longer than what is shown. */
  contextCut: z.boolean().optional(),
  content: contentChangeSchema,
});
export type Difference = z.infer<typeof differenceSchema>;

const artifactPage = openObject({
  artifacts: z.array(artifactSummarySchema),
  nextCursor: z.string().optional(),
});
const changedSchema = openObject({ artifacts: z.array(artifactSummarySchema) });

export const artifactExtensions = defineCommands({
  'x-loggia/listArtifacts': {
    says: 'Lists artifacts of a workspace or a collection, by the page. Of a collection, as they were last committed.',
    params: {
      workspace: idSchema.optional(),
      collection: idSchema.optional(),
      states: z.array(z.enum(['draft', 'committed', 'archived'])).optional(),
      /** Exact types, or with a wildcard such as those of a whole category. */
      types: z.array(mimeSchema).max(50).optional(),
      /** Those in the trash, and no others. */
      deleted: z.boolean().optional(),
      order: z.enum(['modified', 'created', 'title']).optional(),
      ...pageSchema,
    },
    result: artifactPage,
  },
  'x-loggia/getArtifact': {
    says: 'Reads one artifact with its context, as it stands or as a version was.',
    params: { ...artifact, version: z.number().int().positive().optional() },
    result: openObject({ artifact: artifactSchema, version: versionSchema.optional() }),
  },
  'x-loggia/readContent': {
    says: 'Reads the content of an artifact as text, in parts where it is long.',
    params: {
      ...artifact,
      version: z.number().int().positive().optional(),
      offset: z.number().int().nonnegative().optional(),
      limit: z.number().int().positive().max(1_000_000).optional(),
    },
    result: openObject({
      /** Text, or base64 where the bytes are no UTF-8. */
      text: z.string().optional(),
      base64: z.string().optional(),
      size: z.number(),
      nextOffset: z.number().optional(),
    }),
  },
  'x-loggia/createArtifact': {
    says: 'Creates an artifact as a draft. Without a type, the name of the file or the content decides. With "fromTemplate", a context or content that is not given comes from the template of the type.',
    params: {
      workspace: idSchema,
      type: mimeSchema.optional(),
      title: titleSchema,
      fileName: z.string().max(255).optional(),
      context: contextSchema.optional(),
      content: newContentSchema.optional(),
      fromTemplate: z.boolean().optional(),
    },
    result: openObject({ artifact: artifactSchema }),
  },
  'x-loggia/updateArtifact': {
    says: 'Changes title, type, context or content of an artifact; it is a draft until it is committed.',
    params: {
      ...artifact,
      ifRevision,
      title: titleSchema.optional(),
      type: mimeSchema.optional(),
      context: contextSchema.optional(),
      content: newContentSchema.nullable().optional(),
    },
    result: openObject({ artifact: artifactSchema }),
  },
  'x-loggia/discardDraft': {
    says: 'Takes back what was changed since the last commit.',
    params: { ...artifact, ifRevision },
    result: openObject({ artifact: artifactSchema }),
  },
  'x-loggia/previewCommit': {
    says: 'Shows what a commit of these artifacts would change, and what stands in its way.',
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
    says: 'Makes a draft of an old version.',
    params: { ...artifact, version: z.number().int().positive(), ifRevision },
    result: openObject({ artifact: artifactSchema }),
  },
  'x-loggia/archiveArtifacts': {
    says: 'Puts artifacts away. They keep their versions and can be brought back.',
    params: { artifacts: ids },
    result: changedSchema,
  },
  'x-loggia/unarchiveArtifacts': {
    says: 'Brings archived artifacts back.',
    params: { artifacts: ids },
    result: changedSchema,
  },
  'x-loggia/deleteArtifacts': {
    says: 'Moves artifacts to the trash, from which they can be brought back until they are purged.',
    params: { artifacts: ids },
    result: openObject({ deleted: ids }),
  },
  'x-loggia/undeleteArtifacts': {
    says: 'Brings artifacts back from the trash.',
    params: { artifacts: ids },
    result: changedSchema,
  },
  'x-loggia/purgeArtifacts': {
    says: 'Removes artifacts in the trash for good, with all their versions.',
    params: { artifacts: ids },
    result: openObject({ purged: z.array(idSchema) }),
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
      from: z.number().int().nonnegative(),
      to: z.number().int().positive().optional(),
    },
    result: openObject({ difference: differenceSchema }),
  },
  'x-loggia/listCommits': {
    says: 'Lists the commits of a workspace, newest first.',
    params: { workspace: idSchema, ...pageSchema },
    result: openObject({ commits: z.array(commitSchema), nextCursor: z.string().optional() }),
  },
});
export type ArtifactExtension = keyof typeof artifactExtensions;
