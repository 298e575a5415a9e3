import type { Scheduler } from '@loggia/kernel';

/**
 * Node's event loop. A turn ends after the input that woke it has been handled, so the effects of a burst of messages
 * share one transaction. Timers don't keep the process alive: the kernel's owner closes it.
 */
export const eventLoopScheduler: Scheduler = {
  turn(fn) {
    setImmediate(fn);
  },
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
