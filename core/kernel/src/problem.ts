/**
 * A problem that no caller is waiting to hear about. `message` says what happened and what to do.
 *
 * - `subscriber`, `callback`: code outside the kernel threw; everything else worked as usual.
 * - `kind`: a channel kind threw while a channel was described or snapshotted; its last good version stays.
 * - `storage-stalled`, `storage-recovered`: writes are waiting, or no longer are.
 * - `fatal`: the store rejected a commit permanently; the kernel has stopped.
 */
export interface Problem {
  readonly kind: 'subscriber' | 'callback' | 'kind' | 'storage-stalled' | 'storage-recovered' | 'fatal';
  readonly message: string;
  readonly channel?: string;
  readonly error?: unknown;
}

export type Report = (problem: Problem) => void;

/** A reporter that throws must not take the kernel down with it. */
export function quiet(report: Report | undefined): Report {
  return (problem) => {
    try {
      report?.(problem);
    } catch {
      // There is nothing left to report to.
    }
  };
}

/** A callback that throws must not keep the others from running. */
export function runCallback(fn: () => void, report: Report): void {
  try {
    fn();
  } catch (error) {
    const message = 'A callback that waited for a commit threw; the others ran. Fix the callback.';
    report({ kind: 'callback', message, error });
  }
}
