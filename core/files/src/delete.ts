import { lstat, rmdir, unlink } from 'node:fs/promises';
import { errnoOf, type HeldDirectory } from '@loggia/access';
import { ProtocolError, type Params, type Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';
import { requireNoRoot } from './transfer.ts';
import { removeTree } from './tree.ts';

async function removeEmpty(held: HeldDirectory, name: string): Promise<void> {
  const entry = held.at(name);
  if (!(await lstat(entry)).isDirectory()) return unlink(entry);
  try {
    await rmdir(entry);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error) ?? '')) throw error;
    throw new ProtocolError(
      'InvalidParams',
      'The folder is not empty. Set "recursive" to delete what is in it too.',
    );
  }
}

/** Deletes a link itself, not its target. */
export function deleteResource(
  { uri, recursive }: Params<'resourceDelete'>,
  { roots, locks }: ResourceContext,
): Promise<Result<'resourceDelete'>> {
  return onBehalfOf(uri, async () => {
    const entry = await roots.confineEntry(uri, 'write');
    requireNoRoot(roots, entry);
    await locks.hold([entry], () =>
      withParent(entry, (held, name) => (recursive ? removeTree({ held, name }) : removeEmpty(held, name))),
    );
    return {};
  });
}
