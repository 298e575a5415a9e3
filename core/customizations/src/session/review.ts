import type { ReviewedPart, SourceReview } from '@loggia/protocol';
import { fingerprintOf } from '../decisions/fingerprint.ts';
import type { TrustStore, TrustedPart, TrustedParts } from '../decisions/trust-store.ts';
import { partKey } from './approval.ts';
import { sourceUri } from './folders.ts';
import { childrenOf, type PlannedChild, type PlannedEntry } from './planned.ts';

/** Everything in the entries that comes from this source and needs its approval. */
export function partsFrom(source: string, entries: readonly PlannedEntry[]): TrustedParts {
  const parts = new Map<string, TrustedPart>();
  for (const entry of entries) {
    if (entry.trust === undefined || sourceUri(entry.trust) !== source) continue;
    for (const part of entry.type === 'mcpServer' ? [entry] : childrenOf(entry))
      parts.set(partKey(part), trustedPart(part));
  }
  return Object.fromEntries(parts);
}

function trustedPart(part: PlannedChild): TrustedPart {
  if (part.type === 'leaf') {
    const { type: kind, name, file, commands } = part.declared;
    return { kind, name, file, fingerprint: part.fingerprint, ...(commands && { commands }) };
  }
  const { fingerprint, launch } = part.written;
  return { kind: 'mcpServer', name: part.name, fingerprint, launch };
}

/** The basis of a decision: everything that is there now, compared with what was approved. */
export function reviewOf(source: string, now: TrustedParts, trust: TrustStore): SourceReview {
  const before = trust.partsOf(source);
  const byOperator = trust.isOperators(source);
  const keys = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const parts = keys.map((key) => reviewed(now[key], before[key]));
  const unapproved = parts.some(({ change }) => change !== 'same' && change !== 'removed');
  const decision = trust.decisionOn(source);
  return {
    source,
    decision: decision === 'trusted' && !byOperator && unapproved ? 'undecided' : decision,
    ...(byOperator && { byOperator }),
    fingerprint: fingerprintOf([source, now]),
    parts,
  };
}

function reviewed(now: TrustedPart | undefined, before: TrustedPart | undefined): ReviewedPart {
  const { kind, name, file, commands }: Partial<TrustedPart> = now ?? before ?? {};
  return {
    kind: kind ?? 'mcpServer',
    name: name ?? '',
    ...(file !== undefined && { file }),
    change: changeOf(now, before),
    ...(commands && commands.length > 0 && { commands: [...commands] }),
    ...(now?.launch && { now: now.launch }),
    ...(before?.launch && { before: before.launch }),
  };
}

function changeOf(now: TrustedPart | undefined, before: TrustedPart | undefined): ReviewedPart['change'] {
  if (!now) return 'removed';
  if (!before) return 'new';
  return now.fingerprint !== undefined && now.fingerprint === before.fingerprint ? 'same' : 'changed';
}
