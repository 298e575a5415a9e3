import type { TrustStore, TrustDecision } from '../decisions/trust-store.ts';
import { childrenOf, type PlannedChild, type PlannedEntry } from './planned.ts';

/** The current decision about something that needs approval. */
export interface Approval {
  readonly decision: TrustDecision;
  /** Its source is trusted, but not in its current form. */
  readonly changed: boolean;
}

/**
 * The approval of one part of an entry, or of everything in it. Undefined for declarations of the host itself, which
 * need none.
 */
export function approvalOf(
  trust: Pick<TrustStore, 'decisionOn' | 'decisionOnPart'>,
  entry: PlannedEntry,
  part?: PlannedChild,
): Approval | undefined {
  const { trust: source } = entry;
  if (source === undefined) return undefined;
  const decision = trust.decisionOn(source);
  if (decision !== 'trusted') return { decision, changed: false };
  const parts = part ? [part] : entry.type === 'mcpServer' ? [entry] : childrenOf(entry);
  const changed = parts.some(
    (each) => trust.decisionOnPart(source, partKey(each), fingerprintOfPart(each)) !== 'trusted',
  );
  return { decision: changed ? 'undecided' : 'trusted', changed };
}

/** The key is the location of the declaration: the same part of a folder, whichever source names that folder. */
export function partKey(part: PlannedChild): string {
  const [kind, { uri, name }] =
    part.type === 'leaf' ? [part.declared.type, part.declared] : [part.type, part];
  return JSON.stringify([kind, uri, name]);
}

function fingerprintOfPart(part: PlannedChild): string | undefined {
  return part.type === 'leaf' ? part.fingerprint : part.written.fingerprint;
}
