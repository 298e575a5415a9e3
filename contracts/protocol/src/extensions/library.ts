import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject } from '../schema.ts';
import { collectionSchema, workspaceSummarySchema } from './library/state.ts';
import { idSchema, titleSchema } from './workspace/artifacts.ts';

const title = titleSchema.describe('One line of text.');
const description = z.string().max(10_000).describe('What it is for.').optional();
const artifacts = z.array(idSchema).min(1).max(10_000).describe('The ids of the artifacts.');
const workspace = idSchema.describe('The id of the workspace.');
const collection = idSchema.describe('The id of the collection.');

export const libraryExtensions = defineExtensions({
  'x-loggia/listWorkspaces': {
    says: 'Lists the workspaces of this host.',
    params: {},
    result: openObject({ workspaces: z.array(workspaceSummarySchema) }),
  },
  'x-loggia/createWorkspace': {
    says: 'Creates an empty workspace.',
    params: { title, description },
    result: openObject({ workspace: workspaceSummarySchema }),
  },
  'x-loggia/updateWorkspace': {
    says: 'Renames or describes a workspace.',
    params: { workspace, title: title.optional(), description },
    result: openObject({ workspace: workspaceSummarySchema }),
  },
  'x-loggia/deleteWorkspace': {
    says: 'Removes a workspace. If it still has artifacts, this needs "withContents".',
    params: {
      workspace,
      withContents: z.boolean().describe('Remove it even if it has artifacts, with all of them.').optional(),
    },
    result: openObject({}),
  },
  'x-loggia/listCollections': {
    says: 'Lists the collections of this host.',
    params: {},
    result: openObject({ collections: z.array(collectionSchema) }),
  },
  'x-loggia/createCollection': {
    says: 'Creates an empty collection.',
    params: { title, description },
    result: openObject({ collection: collectionSchema }),
  },
  'x-loggia/updateCollection': {
    says: 'Renames or describes a collection.',
    params: { collection, title: title.optional(), description },
    result: openObject({ collection: collectionSchema }),
  },
  'x-loggia/deleteCollection': {
    says: 'Removes a collection. The artifacts in it stay where they are.',
    params: { collection },
    result: openObject({}),
  },
  'x-loggia/linkArtifacts': {
    says: 'Publishes artifacts in a collection, which shows them as they were last committed.',
    params: { collection, artifacts },
    result: openObject({ collection: collectionSchema }),
  },
  'x-loggia/unlinkArtifacts': {
    says: 'Removes artifacts from a collection.',
    params: { collection, artifacts },
    result: openObject({ collection: collectionSchema }),
  },
});
export type LibraryExtension = keyof typeof libraryExtensions;
