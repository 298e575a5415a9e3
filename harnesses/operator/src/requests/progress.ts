import type { HarnessTurn, PastPart } from '@loggia/sessions/harness';
import { isAnnouncement } from '../speech/present-call.ts';

type Call = Extract<PastPart, { kind: 'tool' }>;

/** How far a turn had come before it broke off. */
export type Progress =
  | { readonly kind: 'nothing' }
  /** A call may have been made, and nobody knows what came of it. */
  | { readonly kind: 'announced' }
  /** The call is over; what came of it was not said. */
  | { readonly kind: 'called'; readonly call: Call }
  | { readonly kind: 'finished' };

export function progressOf({ resumes }: Pick<HarnessTurn, 'resumes'>): Progress {
  const parts = resumes?.parts ?? [];
  const last = parts.findLastIndex(
    (part) => part.kind === 'text' && isAnnouncement(lastParagraph(part.text)),
  );
  if (last < 0) return { kind: 'nothing' };
  const since = parts.slice(last + 1);
  const call = since.find((part) => part.kind === 'tool');
  if (!call) return { kind: 'announced' };
  const isSaid = since
    .slice(since.indexOf(call))
    .some((part) => part.kind === 'text' && part.text.trim() !== '');
  if (isSaid) return { kind: 'finished' };
  // A call that broke off with the turn is told as one that failed, whether or not it did anything.
  return call.outcome.kind === 'done' ? { kind: 'called', call } : { kind: 'announced' };
}

/** Other things may have been said just before. */
function lastParagraph(text: string): string {
  return text.trim().split('\n\n').at(-1) ?? '';
}
