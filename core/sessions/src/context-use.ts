/** Kinds of things that take up the context window: `viewContext` is what Views told the model, `turn` all since the message. */
export type ContextPartKind =
  | 'instructions'
  | 'rules'
  | 'skills'
  | 'tools'
  | 'history'
  | 'attachments'
  | 'viewContext'
  | 'turn';

export interface ContextPart {
  readonly kind: ContextPartKind;
  /** For users: the name of the server for `tools`, of the file for an attachment. */
  readonly label: string;
  readonly tokens: number;
}

/**
 * How full the model's context window is. Clients show it; the host keeps it in the turn's `usage`, so it is there after
 * a restart, and a chat that was forked or truncated has that of its last turn.
 */
export interface ContextUse {
  /** Tokens of the last request to the model together with its answer. */
  readonly used: number;
  /** Tokens that fit; absent if unknown. */
  readonly window?: number;
  /** Adds up to `used`, for agents that know. The host keeps the 40 largest and sums up the others. */
  readonly parts?: readonly ContextPart[];
}

const mostParts = 40;
const longestLabel = 100;

/** The part of an agent's report that is worth keeping; undefined if its numbers aren't usable. */
export function boundedContextUse({ used, window, parts }: ContextUse): ContextUse | undefined {
  if (!isCount(used)) return undefined;
  return {
    used: Math.round(used),
    ...(window !== undefined && isCount(window) && window >= 1 && { window: Math.round(window) }),
    ...(parts && { parts: boundedParts(parts) }),
  };
}

function boundedParts(parts: readonly ContextPart[]): readonly ContextPart[] {
  const usable = parts.flatMap((part) => (isCount(part.tokens) ? [shortened(part)] : []));
  if (usable.length <= mostParts) return usable;
  const bySize = usable.toSorted((one, other) => other.tokens - one.tokens);
  const kept = new Set(bySize.slice(0, mostParts));
  const left = new Map<ContextPartKind, { count: number; tokens: number }>();
  for (const { kind, tokens } of bySize.slice(mostParts)) {
    const { count, tokens: sum } = left.get(kind) ?? { count: 0, tokens: 0 };
    left.set(kind, { count: count + 1, tokens: sum + tokens });
  }
  const others = Array.from(left, ([kind, { count, tokens }]) => ({ kind, label: `${count} more`, tokens }));
  return [...usable.filter((part) => kept.has(part)), ...others];
}

function shortened({ kind, label, tokens }: ContextPart): ContextPart {
  const short = label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
  return { kind, label: short, tokens: Math.round(tokens) };
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}
