/**
 * Runs one function per name at a time, in every tab or process that shares the stores. Resolves or rejects as the
 * function does.
 */
export type WithLock = <Value>(name: string, run: () => Promise<Value>) => Promise<Value>;

/** Web Locks where there are any; elsewhere only this copy of the program is kept in order, by the caller. */
export const webLocks: WithLock = async (name, run) => {
  const locks = typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).locks;
  // Its type forgets that it waits for the promise.
  return locks ? await locks.request(name, run) : await run();
};
