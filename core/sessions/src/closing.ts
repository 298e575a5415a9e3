import { KernelClosed, KernelStopped } from '@loggia/kernel';

/** Whether something failed only because the host goes down: it is the next run's to do. */
export function isClosing(error: unknown): boolean {
  return error instanceof KernelClosed || error instanceof KernelStopped;
}
