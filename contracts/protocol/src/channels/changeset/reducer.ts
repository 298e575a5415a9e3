import { removeAt, replaceAt, setOrDrop, upsert, without } from '../../common/objects.ts';
import type { ErrorInfo } from '../../common/text.ts';
import { reducerOf } from '../../define-actions.ts';
import type { ChangesetAction } from './actions.ts';
import type { ChangesetState } from './state.ts';

export const reduceChangeset = reducerOf<ChangesetState, ChangesetAction>({
  'changeset/statusChanged': (state, { status, error }) => withStatus(state, status, error),
  'changeset/fileSet': (state, { file }) => ({
    ...state,
    files: upsert(state.files, file, ({ id }) => id === file.id),
  }),
  'changeset/fileRemoved': (state, { fileId }) => {
    const index = state.files.findIndex(({ id }) => id === fileId);
    return index < 0 ? state : { ...state, files: removeAt(state.files, index) };
  },
  'changeset/filesReviewChanged': (state, { files, reviewed }) => {
    const named = new Set(files);
    const isStale = (file: ChangesetState['files'][number]) =>
      named.has(file.id) && file.reviewed !== reviewed;
    if (!state.files.some(isStale)) return state;
    return { ...state, files: state.files.map((file) => (isStale(file) ? { ...file, reviewed } : file)) };
  },
  // A failure is said by a status, so an error that is there stays.
  'changeset/contentChanged': (state, { files, operations }) => ({
    ...state,
    files,
    ...(operations !== undefined && { operations }),
  }),
  'changeset/operationsChanged': (state, { operations }) => setOrDrop(state, 'operations', operations),
  'changeset/operationStatusChanged': (state, { operationId, status, error }) => {
    const operations = state.operations ?? [];
    const index = operations.findIndex(({ id }) => id === operationId);
    const operation = operations[index];
    if (!operation) return state;
    return { ...state, operations: replaceAt(operations, index, withStatus(operation, status, error)) };
  },
  'changeset/cleared': (state) => (state.files.length === 0 ? state : { ...state, files: [] }),
});

/** An error belongs to the status `error` and goes with it. */
function withStatus<T extends { status: string; error?: ErrorInfo | undefined }>(
  value: T,
  status: string,
  error: ErrorInfo | undefined,
): T {
  const rest = without(value, 'error');
  return { ...rest, status, ...(status === 'error' && error !== undefined && { error }) } as T;
}
