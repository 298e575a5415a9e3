import { defineActions, type ActionOf } from '../../define-actions.ts';
import { idSchema } from '../workspace/artifacts.ts';
import { collectionSchema, workspaceSummarySchema } from './state.ts';

export const libraryActions = defineActions({
  'x-loggia/workspaceSet': { since: '0.9.0', by: 'host', fields: { workspace: workspaceSummarySchema } },
  'x-loggia/workspaceRemoved': { since: '0.9.0', by: 'host', fields: { id: idSchema } },
  'x-loggia/collectionSet': { since: '0.9.0', by: 'host', fields: { collection: collectionSchema } },
  'x-loggia/collectionRemoved': { since: '0.9.0', by: 'host', fields: { id: idSchema } },
});
export type LibraryAction = ActionOf<typeof libraryActions>;
