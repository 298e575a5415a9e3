import type { ToolOutcome } from '@loggia/sessions/harness';
import type { Phrases } from '../phrases/english.ts';
import { toSay } from './links.ts';

/** The reply to a call that was denied or failed. It leaves out the reason, which the call itself shows. */
export function unhappy(outcome: ToolOutcome, sentence: string, phrases: Phrases): string | undefined {
  if (outcome.kind === 'denied') return phrases.canceled;
  if (outcome.kind === 'failed' && outcome.message === phrases.notOffered) return phrases.notOffered;
  if (outcome.kind === 'failed') return `${phrases.failed} ${toSay(sentence, phrases.editAndRetry)}`;
  return undefined;
}
