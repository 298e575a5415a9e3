import { errnoOf } from '@loggia/access';
import type { Params, Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { onBehalfOf } from './errors.ts';
import { copyOver, requireApart, requireNoRoot, transfer } from './transfer.ts';
import { moveOver, removeTree, type HeldEntry } from './tree.ts';

async function move(from: HeldEntry, to: HeldEntry, maxEntries: number): Promise<void> {
  try {
    return await moveOver(from, to);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
  }
  // Another file system: delete the source only once the copy is complete and in place.
  await copyOver(from, to, maxEntries);
  await removeTree(from);
}

export async function moveResource(
  params: Params<'resourceMove'>,
  { roots, limits, locks }: ResourceContext,
): Promise<Result<'resourceMove'>> {
  const { source, destination } = params;
  const from = await onBehalfOf(source, () => roots.confineEntry(source, 'write'));
  const to = await onBehalfOf(destination, () => roots.confineEntry(destination, 'write'));
  requireNoRoot(roots, from);
  requireApart(roots, from, to);
  await locks.hold([from, to], () =>
    transfer(params, { from, to }, (entry, target) => move(entry, target, limits.maxCopiedEntries)),
  );
  return {};
}
