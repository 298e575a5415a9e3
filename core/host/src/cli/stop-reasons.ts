export type StopReason =
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  /** An uncaught exception: the state of the process is unknown. */
  | { readonly kind: 'failure'; readonly error: unknown };

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls back for every reason to stop, for as long as the process lives. An unhandled rejection isn't one: an agent
 * that forgot a promise must not take the host down. It is reported to `stray`.
 */
export function onStopReason(heard: (reason: StopReason) => void, stray: (error: unknown) => void): void {
  for (const signal of signals) process.on(signal, () => heard({ kind: 'signal', signal }));
  process.on('uncaughtException', (error) => heard({ kind: 'failure', error }));
  process.on('unhandledRejection', stray);
}

/**
 * Under npm, Ctrl-C arrives twice: from the terminal, and passed on by npm. So a second signal counts as impatience
 * only if it doesn't come together with the first.
 */
const togetherMs = 500;

/**
 * Tells the first reason to stop from later ones. A later signal means that the user won't wait; a later failure
 * changes nothing.
 */
export function stopOrder(now: () => number): (reason: StopReason) => 'stop' | 'exit at once' | 'carry on' {
  let stoppedAt: number | undefined;
  return ({ kind }) => {
    if (stoppedAt === undefined) {
      stoppedAt = now();
      return 'stop';
    }
    return kind === 'signal' && now() - stoppedAt >= togetherMs ? 'exit at once' : 'carry on';
  };
}
