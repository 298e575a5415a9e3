import { lstat } from 'node:fs/promises';
import type { Params, Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';
import { copyOver, requireApart, requireFree } from './transfer.ts';

export async function copyResource(
  params: Params<'resourceCopy'>,
  { roots, limits, locks }: ResourceContext,
): Promise<Result<'resourceCopy'>> {
  const { source, destination } = params;
  const from = await onBehalfOf(source, () => roots.confine(source, 'read'));
  const to = await onBehalfOf(destination, () => roots.confineEntry(destination, 'write'));
  requireApart(roots, from, to);
  await locks.hold([to], () =>
    onBehalfOf(source, () =>
      withParent(from, async (held, name) => {
        await lstat(held.at(name));
        await onBehalfOf(destination, () =>
          withParent(to, async (targetHeld, targetName) => {
            const target = { held: targetHeld, name: targetName };
            await requireFree(target, params);
            await copyOver({ held, name }, target, limits.maxCopiedEntries);
          }),
        );
      }),
    ),
  );
  return {};
}
