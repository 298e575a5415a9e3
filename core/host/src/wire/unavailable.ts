import { KernelError, type KernelErrorCode } from '@loggia/kernel';

const codes: ReadonlySet<KernelErrorCode> = new Set(['storage-stalled', 'kernel-closed', 'kernel-stopped']);

/** The host cannot work for now, or is stopping. Its log has the cause already; the client is told to try again. */
export function isUnavailable(error: unknown): error is KernelError {
  return error instanceof KernelError && codes.has(error.code);
}
