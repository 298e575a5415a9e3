import type { HarnessTurn, PastPart } from '@loggia/sessions/harness';

type Call = Extract<PastPart, { kind: 'tool' }>;

/** How far a turn had come before it broke off. */
export type Progress =
  | { readonly kind: 'nothing' }
  /** A call was begun, and nobody knows what came of it. */
  | { readonly kind: 'announced' }
  /** The call is over; what came of it was not said. */
  | { readonly kind: 'called'; readonly call: Call }
  | { readonly kind: 'finished' };

export function progressOf({ resumes }: Pick<HarnessTurn, 'resumes'>): Progress {
  const parts = resumes?.parts ?? [];
  const at = parts.findLastIndex(({ kind }) => kind === 'tool');
  const call = parts[at];
  if (call?.kind !== 'tool') return { kind: 'nothing' };
  const isSaid = parts.slice(at).some((part) => part.kind === 'text' && part.text.trim() !== '');
  if (isSaid) return { kind: 'finished' };
  // A call that broke off with the turn is told as one that failed, whether or not it did anything.
  return call.outcome.kind === 'done' ? { kind: 'called', call } : { kind: 'announced' };
}
