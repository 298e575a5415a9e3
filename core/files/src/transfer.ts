import { lstat } from 'node:fs/promises';
import { isInside, type Roots } from '@loggia/access';
import { ProtocolError, type Params } from '@loggia/protocol';
import { lookAt, temporaryName, withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';
import { copyTree, createBudget, moveOver, removeTree, type HeldEntry } from './tree.ts';

type Transfer = Pick<Params<'resourceCopy'>, 'source' | 'destination' | 'failIfExists'>;

/** Checks the target of a copy or move: it must not be inside the source, contain it, or replace a root. */
export function requireApart(roots: Roots, source: string, destination: string): void {
  if (isInside(source, destination) || isInside(destination, source)) {
    throw new ProtocolError(
      'InvalidParams',
      '"destination" must not be the source, be inside it, or contain it. Choose another location.',
    );
  }
  requireNoRoot(roots, destination);
}

export function requireNoRoot(roots: Roots, path: string): void {
  if (!roots.holdsRoot(path)) return;
  throw new ProtocolError(
    'PermissionDenied',
    "This is a folder granted to the host, or contains one. It can't be moved, replaced or deleted; choose something inside it.",
  );
}

async function requireFree(
  { held, name }: HeldEntry,
  { destination, failIfExists }: Transfer,
): Promise<void> {
  if (!failIfExists || !(await lookAt(held.at(name)))) return;
  throw new ProtocolError(
    'AlreadyExists',
    `${JSON.stringify(destination)} is already there. Choose another name.`,
  );
}

/** The copy appears at its target when it is complete; a failed copy leaves nothing behind. */
export async function copyOver(from: HeldEntry, to: HeldEntry, maxEntries: number): Promise<void> {
  const temporary = { held: to.held, name: temporaryName() };
  try {
    await copyTree(from, temporary, createBudget(maxEntries));
    await moveOver(temporary, to);
  } catch (error) {
    if (await lookAt(to.held.at(temporary.name))) await removeTree(temporary);
    throw error;
  }
}

/** Copies or moves one entry with both folders held open; an error names the side it is about. */
export function transfer(
  params: Transfer,
  { from, to }: { readonly from: string; readonly to: string },
  bring: (entry: HeldEntry, target: HeldEntry) => Promise<void>,
): Promise<void> {
  const { source, destination } = params;
  return onBehalfOf(source, () =>
    withParent(from, async (held, name) => {
      await lstat(held.at(name));
      await onBehalfOf(destination, () =>
        withParent(to, async (targetHeld, targetName) => {
          const target = { held: targetHeld, name: targetName };
          await requireFree(target, params);
          await bring({ held, name }, target);
        }),
      );
    }),
  );
}
