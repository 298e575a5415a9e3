/**
 * Time and chance. The client reads neither anywhere else, so a test can hold both still.
 *
 * The implementer owes that `after` runs its function later, never inside the call, and at most once.
 */
export interface Environment {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** The result cancels it; cancelling late or twice is harmless. */
  after(ms: number, run: () => void): () => void;
  /** In [0, 1). */
  random(): number;
  /** A new UUID. */
  newId(): string;
}

/** `crypto.randomUUID` is missing on pages that were not loaded securely; this is not. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const stamped = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return stamped.toString(16).padStart(2, '0');
  }).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const globalEnvironment: Environment = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  newId,
};
