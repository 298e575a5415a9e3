import { actionEnvelopeSchema, explain, type ActionEnvelope, type Family } from '@loggia/protocol';
import type { Report } from '../problem.ts';

/**
 * An envelope as it came, or nothing and a report. The actions of 0.3 have names and payloads of their own, and a
 * rejected one may be malformed, which is then why; of those only what surrounds them is looked at.
 */
export function readEnvelope(input: unknown, family: Family, report: Report): ActionEnvelope | undefined {
  if (family === '0.3') {
    if (isAddressed(input)) return input;
    report({
      kind: 'malformed',
      message: 'An action was left out because it has no channel, number or type.',
    });
    return undefined;
  }
  if (isAddressed(input) && typeof input.rejectionReason === 'string') return input;
  const parsed = actionEnvelopeSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  report({ kind: 'malformed', message: `An action was left out. ${explain(parsed.error, 'envelope')}` });
  return undefined;
}

function isAddressed(input: unknown): input is ActionEnvelope {
  const { channel, serverSeq, action } = (input ?? {}) as Partial<Record<keyof ActionEnvelope, unknown>>;
  const type = (action as { type?: unknown } | null | undefined)?.type;
  return typeof channel === 'string' && typeof serverSeq === 'number' && typeof type === 'string';
}
