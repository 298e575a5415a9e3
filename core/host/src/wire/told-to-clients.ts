import { KernelError, type KernelErrorCode } from '@loggia/kernel';
import { ForeignError } from '@loggia/mcp';
import { ProtocolError, type ErrorName } from '@loggia/protocol';
import { UnusableDatabase } from '@loggia/storage';

const damagedDatabase =
  'The database of this host is damaged here. The operator of the host should stop it and restore a backup; ' +
  '"loggia doctor --deep" says what is damaged.';

const names: Readonly<Partial<Record<KernelErrorCode, ErrorName>>> = {
  'storage-stalled': 'Unavailable',
  'kernel-closed': 'Unavailable',
  'kernel-stopped': 'Unavailable',
  'channel-unreadable': 'Unavailable',
  'record-unreadable': 'Unavailable',
  'unknown-kind': 'Unavailable',
  // It was disposed of after it was found.
  'channel-removed': 'SessionNotFound',
};

/** An error for clients; undefined if it is internal and belongs in the host's log. */
export function toldToClients(error: unknown): ProtocolError | ForeignError | undefined {
  if (error instanceof ProtocolError || error instanceof ForeignError) return error;
  // The log names the file: a client has no use for it.
  if (error instanceof UnusableDatabase) return new ProtocolError('Unavailable', damagedDatabase);
  const name = error instanceof KernelError ? names[error.code] : undefined;
  return name && new ProtocolError(name, (error as KernelError).message);
}
