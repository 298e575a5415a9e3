/**
 * The source of time.
 *
 * Implementations return a number that never goes far backwards. The kernel uses it for creation times and to find idle
 * channels, never for order. A throw reaches the caller of the kernel.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}
