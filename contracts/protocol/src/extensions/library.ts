import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { openObject } from '../schema.ts';
import { collectionSchema, workspaceSummarySchema } from './library/state.ts';
import { idSchema, titleSchema } from './workspace/artifacts.ts';

const description = z.string().max(10_000).optional();
const artifacts = z.array(idSchema).min(1).max(10_000);

export const libraryExtensions = defineCommands({
  'x-loggia/listWorkspaces': {
    says: 'Lists the workspaces of this host.',
    params: {},
    result: openObject({ workspaces: z.array(workspaceSummarySchema) }),
  },
  'x-loggia/createWorkspace': {
    says: 'Creates an empty workspace.',
    params: { title: titleSchema, description },
    result: openObject({ workspace: workspaceSummarySchema }),
  },
  'x-loggia/updateWorkspace': {
    says: 'Renames or describes a workspace.',
    params: { workspace: idSchema, title: titleSchema.optional(), description },
    result: openObject({ workspace: workspaceSummarySchema }),
  },
  'x-loggia/deleteWorkspace': {
    says: 'Removes a workspace. One that still has artifacts only with "withContents".',
    params: { workspace: idSchema, withContents: z.boolean().optional() },
    result: openObject({}),
  },
  'x-loggia/listCollections': {
    says: 'Lists the collections of this host.',
    params: {},
    result: openObject({ collections: z.array(collectionSchema) }),
  },
  'x-loggia/createCollection': {
    says: 'Creates an empty collection.',
    params: { title: titleSchema, description },
    result: openObject({ collection: collectionSchema }),
  },
  'x-loggia/updateCollection': {
    says: 'Renames or describes a collection.',
    params: { collection: idSchema, title: titleSchema.optional(), description },
    result: openObject({ collection: collectionSchema }),
  },
  'x-loggia/deleteCollection': {
    says: 'Removes a collection. The artifacts in it stay where they are.',
    params: { collection: idSchema },
    result: openObject({}),
  },
  'x-loggia/linkArtifacts': {
    says: 'Publishes artifacts in a collection, which shows them as they were last committed.',
    params: { collection: idSchema, artifacts },
    result: openObject({ collection: collectionSchema }),
  },
  'x-loggia/unlinkArtifacts': {
    says: 'Takes artifacts out of a collection.',
    params: { collection: idSchema, artifacts },
    result: openObject({ collection: collectionSchema }),
  },
});
export type LibraryExtension = keyof typeof libraryExtensions;
