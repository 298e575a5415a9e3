import type { Customization, ChildCustomization, Enablement } from '@loggia/protocol';

/** Where a switch counts. A workspace on this host is to its servers what a session is to its own. */
export type Scope = 'here' | 'everywhere';

type Toggled = Customization | ChildCustomization;

/** What was decided about it; leaves and directories keep that beside the protocol. */
function decisionsOf(entry: Toggled): readonly Enablement[] {
  if ('enablement' in entry && entry.enablement) return entry.enablement;
  const kept: unknown = entry._meta?.['loggia.enablement'];
  return Array.isArray(kept) ? (kept as Enablement[]) : [];
}

export function isOn(entry: Toggled): boolean {
  if ('enabled' in entry && typeof entry.enabled === 'boolean') return entry.enabled;
  return decisionsOf(entry)[0]?.enabled ?? true;
}

export function decidedAt(entry: Toggled, scope: Scope): boolean | undefined {
  const kind = scope === 'here' ? 'session' : 'global';
  return decisionsOf(entry).find((decision) => decision.kind === kind)?.enabled;
}

/**
 * What to send so that it is on or off in the scope. Where the wider scope says the same already, the narrower one has
 * nothing to add; and what was decided for here must not hide what is decided for everywhere.
 */
export function toggled(entry: Toggled, scope: Scope, enabled: boolean): Enablement[] {
  const others = decisionsOf(entry).filter(({ kind }) => kind === 'workspace');
  const everywhere = decidedAt(entry, 'everywhere');
  if (scope === 'everywhere') return [...others, { kind: 'global', enabled }];
  const wide: Enablement[] = everywhere === undefined ? [] : [{ kind: 'global', enabled: everywhere }];
  const isSame = others.length === 0 && (everywhere ?? true) === enabled;
  return [...(isSame ? [] : [{ kind: 'session' as const, enabled }]), ...others, ...wide];
}
