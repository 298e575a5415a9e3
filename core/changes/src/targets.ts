import {
  ProtocolError,
  type ChangesetFile,
  type ChangesetState,
  type ChangesetTarget,
} from '@loggia/protocol';

/** The files that an operation is about. Throws InvalidParams if the changeset doesn't have it, or them. */
export function targetsOf(
  { operations = [], files }: ChangesetState,
  operationId: string,
  target: ChangesetTarget | undefined,
): readonly ChangesetFile[] {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) {
    const known = operations.map(({ id }) => `"${id}"`).join(', ');
    throw invalid(`This changeset has no operation "${operationId}". Use one of: ${known || 'none'}.`);
  }
  const scope = target?.kind ?? 'changeset';
  if (!operation.scopes.includes(scope)) {
    throw invalid(
      `"${operation.label}" can't be used on a ${scope}. Use it on one of: ${operation.scopes.join(', ')}.`,
    );
  }
  if (!target) {
    // A file that was kept stays as it is until somebody names it.
    const open = files.filter(({ reviewed }) => reviewed !== true);
    if (open.length > 0) return open;
    throw invalid('All files of this changeset are kept or reverted. Name a file to change it anyway.');
  }
  const file = files.find(({ id, edit }) => id === target.resource || edit.before?.uri === target.resource);
  if (file) return [file];
  throw new ProtocolError('NotFound', `${JSON.stringify(target.resource)} isn't in this changeset any more.`);
}

function invalid(reason: string): ProtocolError {
  return new ProtocolError('InvalidParams', reason);
}
