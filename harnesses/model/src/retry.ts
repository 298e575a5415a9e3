import { APICallError } from 'ai';

/** Waits; rejects at once when `signal` aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const maxAttempts = 4;
const firstWaitMs = 500;
const longestWaitMs = 60_000;

/** How long to wait after a failed attempt, the first being 1; undefined when the provider wants longer than we wait. */
export function waitAfter(error: unknown, attempt: number): number | undefined {
  const asked = retryAfterOf(error);
  if (asked === undefined) return Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
  return asked > longestWaitMs ? undefined : asked;
}

function retryAfterOf(error: unknown): number | undefined {
  if (!APICallError.isInstance(error)) return undefined;
  const { 'retry-after-ms': ms, 'retry-after': after } = error.responseHeaders ?? {};
  if (ms !== undefined && /^\d+$/.test(ms.trim())) return Number(ms);
  if (after === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(after.trim())) return Number(after) * 1_000;
  const until = Date.parse(after) - Date.now();
  return Number.isFinite(until) ? Math.max(0, until) : undefined;
}

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
