import type { Customization } from '@loggia/protocol';

export interface Trust {
  readonly source: string;
  readonly decision: 'trusted' | 'denied' | 'undecided';
  /** It was trusted, and has changed since. */
  readonly changed: boolean;
}

/** The decision about its source; undefined where none is needed. */
export function trustOf({ _meta }: Pick<Customization, '_meta'>): Trust | undefined {
  const said: unknown = _meta?.['loggia.trust'];
  if (typeof said !== 'object' || said === null) return undefined;
  const { source, decision, changed } = said as Record<string, unknown>;
  if (typeof source !== 'string') return undefined;
  const isDecided = decision === 'trusted' || decision === 'denied';
  return { source, decision: isDecided ? decision : 'undecided', changed: changed === true };
}
