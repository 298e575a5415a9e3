import type { ChangesetAction, ChangesetFile, ChangesetOperation, ChangesetState } from '@loggia/protocol';
import * as fc from 'fast-check';
import { actionArbitraries, type ActionArbitraries } from './action-arbitraries.ts';
import { error, flag, meta, object, text } from './values.ts';

const fileId = fc.constantFrom('file:///project/a.txt', 'file:///project/b.txt', '__proto__');
const side = object({
  uri: fc.constant('file:///project/a.txt'),
  content: object({ uri: fc.constant('ahp-content:/1') }),
});
const edit: fc.Arbitrary<ChangesetFile['edit']> = object(
  {},
  { before: side, after: side, diff: object({}, { added: fc.nat(9), removed: fc.nat(9) }) },
);
const file: fc.Arbitrary<ChangesetFile> = object({ id: fileId, edit }, { reviewed: flag, _meta: meta });
const operationId = fc.constantFrom('revert', 'keep');
const operationStatus = fc.constantFrom('idle', 'running', 'error', 'disabled', 'later');
const operation: fc.Arbitrary<ChangesetOperation> = object(
  { id: operationId, label: text, scopes: fc.constant(['resource']), status: operationStatus },
  { confirmation: text, error },
);
const files = fc.uniqueArray(file, { selector: ({ id }) => id, maxLength: 3 });
const operations = fc.uniqueArray(operation, { selector: ({ id }) => id, maxLength: 2 });
const status = fc.constantFrom('computing', 'recomputing', 'ready', 'error', 'later');

export const changesetStates: fc.Arbitrary<ChangesetState> = object({ status, files }, { error, operations });

export const changesetActions: ActionArbitraries<ChangesetAction> = actionArbitraries({
  'changeset/statusChanged': object({ status }, { error }),
  'changeset/fileSet': object({ file }),
  'changeset/fileRemoved': object({ fileId }),
  'changeset/filesReviewChanged': object({ files: fc.array(fileId, { maxLength: 2 }), reviewed: flag }),
  'changeset/contentChanged': object({ files }, { operations }),
  'changeset/operationsChanged': object({}, { operations }),
  'changeset/operationStatusChanged': object({ operationId, status: operationStatus }, { error }),
  'changeset/cleared': object({}),
});
