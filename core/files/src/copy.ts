import type { Params, Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { onBehalfOf } from './errors.ts';
import { copyOver, requireApart, transfer } from './transfer.ts';

export async function copyResource(
  params: Params<'resourceCopy'>,
  { roots, limits, locks }: ResourceContext,
): Promise<Result<'resourceCopy'>> {
  const { source, destination } = params;
  const from = await onBehalfOf(source, () => roots.confine(source, 'read'));
  const to = await onBehalfOf(destination, () => roots.confineEntry(destination, 'write'));
  requireApart(roots, from, to);
  await locks.hold([to], () =>
    transfer(params, { from, to }, (entry, target) => copyOver(entry, target, limits.maxCopiedEntries)),
  );
  return {};
}
