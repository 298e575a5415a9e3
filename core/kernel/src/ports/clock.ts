/**
 * The source of time.
 *
 * The implementer owes a number that never goes far backwards; the kernel uses it for creation times and for
 * deciding what has been idle, never for order. A throw reaches whoever called the kernel.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}
