import type { ToolAnnotations } from '../equipment.ts';

/** An assessment in the protocol's form. `safety` goes from 0 to 1. */
interface RiskAssessment extends Record<string, unknown> {
  readonly kind: 'judge';
  readonly status: 'complete';
  readonly safety: number;
  readonly reason: string;
}

/** A View's word can't make a call look safer than one that nothing is known about. */
const safestOfViews = 0.4;

/**
 * The risk of a call, from what its server, or its View, says about the tool. These are hints: they can be wrong, or
 * lies.
 */
export function riskOf(
  annotations: ToolAnnotations | undefined,
  source: 'server' | 'View' = 'server',
): RiskAssessment {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  const says = `Its ${source} says that this tool`;
  const reaches = openWorldHint === true ? ` It reaches beyond its ${source}, such as the web.` : '';
  const judged = (safety: number, reason: string): RiskAssessment => ({
    kind: 'judge',
    status: 'complete',
    safety: source === 'View' ? Math.min(safety, safestOfViews) : safety,
    reason: `${reason}${reaches}`,
  });
  if (readOnlyHint === true && destructiveHint === true)
    return judged(0.2, `${says} only reads, and also that it may delete something.`);
  if (destructiveHint === true) return judged(0.1, `${says} may delete or overwrite something.`);
  if (readOnlyHint === true) return judged(0.9, `${says} only reads.`);
  if (destructiveHint === false)
    return judged(0.6, `${says} adds something, and deletes or overwrites nothing.`);
  return judged(0.4, `Its ${source} doesn’t say what this tool may change.`);
}
