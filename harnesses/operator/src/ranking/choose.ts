import type { HarnessTool } from '@loggia/sessions/harness';
import type { Ranked } from './rank.ts';

export type Decision =
  | { readonly kind: 'sure'; readonly tool: HarnessTool }
  /** Up to five, best first. */
  | { readonly kind: 'unsure'; readonly tools: readonly HarnessTool[] }
  /** Far-fetched at best. */
  | { readonly kind: 'nothing'; readonly nearest: readonly HarnessTool[] };

/** A tool must account for this much of the sentence to be run without asking which one is meant. */
const leastCoverage = 0.5;
/** And be this many times as good as the next one. */
const leastMargin = 1.25;
/** A tool needs at least this share of the best score to be offered beside it. */
const leastShare = 0.35;
const mostCandidates = 5;

/** Whether one tool stands out, some are close to each other, or none fits. */
export function choose(ranked: readonly Ranked[]): Decision {
  const [best, second] = ranked;
  if (!best) return { kind: 'nothing', nearest: [] };
  const near = ranked.filter(({ score }) => score >= best.score * leastShare).slice(0, mostCandidates);
  const tools = near.map(({ tool }) => tool);
  if (best.coverage < leastCoverage || !best.isMeant) {
    const isWorthAsking = best.isMeant && best.coverage >= leastCoverage / 2 && tools.length > 1;
    return isWorthAsking ? { kind: 'unsure', tools } : { kind: 'nothing', nearest: tools.slice(0, 3) };
  }
  const standsOut = !second || best.score >= second.score * leastMargin;
  return standsOut && !best.isFarFetched ? { kind: 'sure', tool: best.tool } : { kind: 'unsure', tools };
}
