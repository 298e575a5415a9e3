import type { Scheduler } from '@loggia/kernel';

/** Runs something that ends when its signal aborts, and aborts it at the timeout. */
export async function withDeadline<Value>(
  scheduler: Scheduler,
  ms: number,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const cancel = scheduler.after(ms, () => controller.abort(new Error(`No answer within ${ms / 1000} s.`)));
  try {
    return await run(controller.signal);
  } finally {
    cancel();
  }
}

/** Rejects when the signal aborts; the promise goes on for its other consumers. */
export async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | null | undefined,
): Promise<Value> {
  if (!signal) return promise;
  signal.throwIfAborted();
  let stopListening = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    stopListening = () => signal.removeEventListener('abort', abort);
  });
  return Promise.race([promise, aborted]).finally(stopListening);
}
