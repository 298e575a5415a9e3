import { lstat } from 'node:fs/promises';
import { isInside, type Roots } from '@loggia/access';
import { ProtocolError, type Params } from '@loggia/protocol';
import { lookAt, temporaryName, withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';
import { copyTree, createBudget, moveOver, removeTree, type Place } from './tree.ts';

type Transfer = Pick<Params<'resourceCopy'>, 'source' | 'destination' | 'failIfExists'>;

/** Where a copy or a move may go: neither into itself, nor over what holds it, nor over a root. */
export function requireApart(roots: Roots, source: string, destination: string): void {
  if (isInside(source, destination) || isInside(destination, source)) {
    throw new ProtocolError(
      'InvalidParams',
      '"destination" must neither be the source, nor lie in it, nor hold it. Choose another place.',
    );
  }
  requireNoRoot(roots, destination);
}

export function requireNoRoot(roots: Roots, path: string): void {
  if (!roots.holdsRoot(path)) return;
  throw new ProtocolError(
    'PermissionDenied',
    'This is a folder the host was given, or holds one. It cannot be moved, replaced or deleted; choose something in it.',
  );
}

async function requireFree({ held, name }: Place, { destination, failIfExists }: Transfer): Promise<void> {
  if (!failIfExists || !(await lookAt(held.at(name)))) return;
  throw new ProtocolError(
    'AlreadyExists',
    `${JSON.stringify(destination)} is already there. Choose another name.`,
  );
}

/** The copy shows up at its place when it is whole; a copy that fails leaves nothing behind. */
export async function copyOver(from: Place, to: Place, maxEntries: number): Promise<void> {
  const temporary = { held: to.held, name: temporaryName() };
  try {
    await copyTree(from, temporary, createBudget(maxEntries));
    await moveOver(temporary, to);
  } catch (error) {
    if (await lookAt(to.held.at(temporary.name))) await removeTree(temporary);
    throw error;
  }
}

/** Brings one entry to another place, both folders held open; an error names the side that it is about. */
export function transfer(
  params: Transfer,
  { from, to }: { readonly from: string; readonly to: string },
  bring: (entry: Place, target: Place) => Promise<void>,
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
