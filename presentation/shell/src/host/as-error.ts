/** Any thrown value as an error. */
export function asError(problem: unknown): Error {
  return problem instanceof Error ? problem : new Error(String(problem));
}
