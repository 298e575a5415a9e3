import { ProtocolError } from '@loggia/protocol';
import type { Caller } from './artifacts.ts';
import type { TypePort } from './ports.ts';
import { listing, quoted } from './refusals.ts';
import type { ArtifactRow } from './store.ts';
import type { Change } from './tally.ts';

/**
 * Throws unless the caller of a step holds every permission that the types involved need, before and after each change.
 * A handler acts on such artifacts with that permission, so changing one exercises it.
 *
 * Links and derived data don't change the revision and need no permissions.
 */
export function assertEntitled(
  types: Pick<TypePort, 'resolve'>,
  changes: readonly Change[],
  caller: Caller | 'host' | undefined,
): void {
  if (caller === 'host') return;
  const known = new Map<string, readonly string[]>();
  const missingFor = ({ workspace, type }: ArtifactRow): readonly string[] => {
    const key = `${workspace} ${type}`;
    const missing =
      known.get(key) ??
      types.resolve(workspace, type).needs.filter((power) => caller?.powers.includes(power) !== true);
    known.set(key, missing);
    return missing;
  };
  for (const { before, after } of changes) {
    if (!after || before?.revision === after.revision) continue;
    if (!caller) throw new Error('A change of an artifact needs a caller.');
    if (before && before.type !== after.type && !caller.retypes) throw typeIsFixed(before);
    for (const row of [after, ...(before ? [before] : [])]) {
      const missing = missingFor(row);
      if (missing.length > 0) throw powerMissing(row, missing);
    }
  }
}

function powerMissing({ title, type }: ArtifactRow, missing: readonly string[]): ProtocolError {
  const names = listing(missing.map((power) => `"${power}"`));
  return new ProtocolError(
    'PermissionDenied',
    `${quoted(title)} was not changed: the type ${type} needs the permission ${names}, which you don't hold. Ask a person to make this change.`,
  );
}

function typeIsFixed({ title, type }: ArtifactRow): ProtocolError {
  return new ProtocolError(
    'PermissionDenied',
    `A key to single artifacts can't change their type. Leave the type of ${quoted(title)} at ${type}.`,
  );
}
