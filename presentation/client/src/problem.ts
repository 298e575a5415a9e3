/**
 * Something went wrong that no caller is waiting to hear about. Nothing is thrown for it.
 *
 * - `malformed`: the host sent what the protocol does not allow; it was left out.
 * - `reducer`: an action could not be folded; the state is as it was before.
 * - `listener`: a listener threw; the others were served.
 */
export interface Problem {
  readonly kind: 'malformed' | 'reducer' | 'listener';
  readonly message: string;
  readonly error?: unknown;
}

export type Report = (problem: Problem) => void;

export function warn({ message, error }: Problem): void {
  if (error === undefined) console.warn(message);
  else console.warn(message, error);
}
