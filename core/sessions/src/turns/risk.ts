import type { ToolAnnotations } from '../equipment.ts';

/** An assessment in the protocol's form. `safety` goes from 0 to 1. */
interface RiskAssessment extends Record<string, unknown> {
  readonly kind: 'judge';
  readonly status: 'complete';
  readonly safety: number;
  readonly reason: string;
}

/** The risk of a call, from what its server says about the tool. These are hints: a server can be wrong, or lie. */
export function riskOf(annotations: ToolAnnotations | undefined): RiskAssessment {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  const reaches = openWorldHint === true ? ' It reaches beyond its server, such as the web.' : '';
  const judged = (safety: number, reason: string): RiskAssessment => ({
    kind: 'judge',
    status: 'complete',
    safety,
    reason: `${reason}${reaches}`,
  });
  if (readOnlyHint === true && destructiveHint === true)
    return judged(0.2, 'Its server says that this tool only reads, and also that it may delete something.');
  if (destructiveHint === true)
    return judged(0.1, 'Its server says that this tool may delete or overwrite something.');
  if (readOnlyHint === true) return judged(0.9, 'Its server says that this tool only reads.');
  if (destructiveHint === false)
    return judged(0.6, 'Its server says that this tool adds something, and deletes or overwrites nothing.');
  return judged(0.4, 'Its server doesn’t say what this tool may change.');
}
