/** Whatever was thrown, as an error with a sentence. */
export function asError(problem: unknown): Error {
  return problem instanceof Error ? problem : new Error(String(problem));
}
