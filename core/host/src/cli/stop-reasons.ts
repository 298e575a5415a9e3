export type StopReason =
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  /** Something was thrown where nobody caught it: what state that leaves us in, nobody knows. */
  | { readonly kind: 'failure'; readonly error: unknown };

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls back for every reason to stop, from now on and for as long as the process lives. A rejection that nobody heard
 * is none: an agent that forgot a promise must not take everybody else down. `stray` is told of it.
 */
export function onStopReason(heard: (reason: StopReason) => void, stray: (error: unknown) => void): void {
  for (const signal of signals) process.on(signal, () => heard({ kind: 'signal', signal }));
  process.on('uncaughtException', (error) => heard({ kind: 'failure', error }));
  process.on('unhandledRejection', stray);
}

/**
 * Ctrl-C reaches us twice under npm: from the terminal, and passed on by npm. So a second signal counts as impatience
 * only when it does not come along with the first.
 */
const togetherMs = 500;

/**
 * Tells the first reason to stop from those that follow. A signal that follows means that the user will not wait; a
 * failure that follows changes nothing any more.
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
