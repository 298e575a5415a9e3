import type { Customization, ChildCustomization, Enablement } from '@loggia/protocol';

/** Where a decision counts. A workspace is named by its channel. */
export type Scope =
  | { readonly kind: 'session' }
  | { readonly kind: 'workspace'; readonly uri: string }
  | { readonly kind: 'global' };

type Toggled = Customization | ChildCustomization;

const kinds = ['session', 'workspace', 'global'] as const;

/** The scopes that can be decided for in a session or workspace, the narrowest first. */
export function scopesIn(place: 'session' | 'workspace', workspace: string): readonly [Scope, ...Scope[]] {
  const wide = [{ kind: 'workspace' as const, uri: workspace }, { kind: 'global' as const }] as const;
  return place === 'session' ? [{ kind: 'session' }, ...wide] : wide;
}

/** The decisions about it; leaves and directories keep them beside the protocol. */
function decisionsOf(entry: Toggled): readonly Enablement[] {
  if ('enablement' in entry && entry.enablement) return entry.enablement;
  const kept: unknown = entry._meta?.['loggia.enablement'];
  return Array.isArray(kept) ? (kept as Enablement[]) : [];
}

export function isOn(entry: Toggled): boolean {
  if ('enabled' in entry && typeof entry.enabled === 'boolean') return entry.enabled;
  return decisionsOf(entry)[0]?.enabled ?? true;
}

function isFor(decision: Enablement, scope: Scope): boolean {
  if (decision.kind !== scope.kind) return false;
  return decision.kind !== 'workspace' || (scope.kind === 'workspace' && decision.uri === scope.uri);
}

export function decidedAt(entry: Toggled, scope: Scope): boolean | undefined {
  return decisionsOf(entry).find((decision) => isFor(decision, scope))?.enabled;
}

/**
 * The enablement to send so that it is on or off in the scope. Wider decisions stay, and where they say the same, the
 * scope needs none. Narrower ones go, because they would hide it; so does one for a folder, which is narrower than its
 * workspace.
 */
export function toggled(entry: Toggled, scope: Scope, enabled: boolean): Enablement[] {
  const wider = decisionsOf(entry).filter(({ kind }) => kinds.indexOf(kind) > kinds.indexOf(scope.kind));
  // Something that is off by default comes with a decision for everywhere, so nothing says less than that.
  if (scope.kind !== 'global' && (wider[0]?.enabled ?? true) === enabled) return wider;
  return [{ ...scope, enabled }, ...wider];
}

/** Whether it is on, and for whom that was decided. */
export function enablementWords(entry: Toggled, workspace: string): string {
  const [decision] = decisionsOf(entry);
  const word = isOn(entry) ? 'On' : 'Off';
  if (decision?.kind === 'session') return `${word} in this session`;
  if (decision?.kind === 'workspace')
    return `${word} in this ${decision.uri === workspace ? 'workspace' : 'folder'}`;
  return `${word} everywhere`;
}
