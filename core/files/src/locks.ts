export interface Locks {
  /** Runs `work` when all earlier holders of these paths are done. */
  hold<Value>(paths: readonly string[], work: () => Promise<Value>): Promise<Value>;
}

/** Within this process only: it makes "check, then write" one step between clients, not between programs. */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    hold(paths, work) {
      // All paths are taken in one step, so two holders can't deadlock.
      const run = Promise.all(paths.map((path) => tails.get(path) ?? Promise.resolve())).then(work);
      const tail: Promise<unknown> = run
        .catch(() => undefined)
        .finally(() => {
          for (const path of paths) if (tails.get(path) === tail) tails.delete(path);
        });
      for (const path of paths) tails.set(path, tail);
      return run;
    },
  };
}
