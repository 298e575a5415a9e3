import { KernelClosed, KernelStopped } from '@loggia/kernel';

/** Whether something failed only because the host is shutting down: the next run will do it. */
export function isClosing(error: unknown): boolean {
  return error instanceof KernelClosed || error instanceof KernelStopped;
}
