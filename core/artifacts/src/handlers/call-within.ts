import type { Scheduler } from '@loggia/kernel';
import type { HandlerCall, HandlerAccess, McpResult } from './handler-access.ts';

/**
 * A call that always ends, whatever the server does: after `timeoutMs`, or when `signal` aborts, it rejects and the
 * server is told to stop.
 */
export async function callWithin(
  handlers: HandlerAccess,
  scheduler: Scheduler,
  { signal, ...request }: HandlerCall,
): Promise<McpResult> {
  const { server, tool, timeoutMs } = request;
  const within = new AbortController();
  const late = `"${server}" did not answer "${tool}" within ${timeoutMs / 1000} seconds. Check its log.`;
  const cancel = scheduler.after(timeoutMs, () => within.abort(new Error(late)));
  const stop = (): void => within.abort(new Error(`The call of "${tool}" was given up.`));
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const over = new Promise<never>((_resolve, reject) => {
      within.signal.addEventListener('abort', () => reject(within.signal.reason as Error), { once: true });
      if (signal?.aborted === true) stop();
    });
    return await Promise.race([over, handlers.call({ ...request, signal: within.signal })]);
  } finally {
    cancel();
    signal?.removeEventListener('abort', stop);
  }
}
