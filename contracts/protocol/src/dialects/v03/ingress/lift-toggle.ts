import type {
  ChildCustomization,
  Customization,
  Enablement,
} from '../../../channels/session/customizations.ts';

type Entry = Customization | ChildCustomization;

function childrenOf(entries: readonly Customization[]): ChildCustomization[] {
  return entries.flatMap((entry) => ('children' in entry ? (entry.children ?? []) : []));
}

/** By id at any level, or by URI as in 0.1, where it must not be ambiguous. */
export function findToggled(
  entries: readonly Customization[],
  { id, uri }: { readonly id?: unknown; readonly uri?: unknown },
): Entry | { readonly reject: string } {
  const levels: readonly (readonly Entry[])[] = [entries, childrenOf(entries)];
  for (const level of levels) {
    const found = level.filter((entry) => (id === undefined ? entry.uri === uri : entry.id === id));
    const [first] = found;
    if (first && (id !== undefined || found.length === 1)) return first;
    if (first) return { reject: `Several customizations have the URI "${first.uri}"; name one by its id.` };
  }
  // Not parsed yet, so its shape is unknown.
  return { reject: `The session has no customization ${JSON.stringify(id ?? uri)}.` };
}

/** A switch in 0.3 is a decision for this session; decisions for other scopes stay. */
export function toggled(entry: Entry, enabled: boolean): Enablement[] {
  const decided = entry.type === 'plugin' || entry.type === 'mcpServer' ? (entry.enablement ?? []) : [];
  return [{ kind: 'session', enabled }, ...decided.filter(({ kind }) => kind !== 'session')];
}
