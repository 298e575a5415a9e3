import type { Scheduler } from '@loggia/kernel';

/**
 * Node's event loop. A turn ends after the input that woke it has been handled, so what a burst of messages caused
 * shares one transaction. Timers do not keep the process alive: whoever owns the kernel closes it.
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
