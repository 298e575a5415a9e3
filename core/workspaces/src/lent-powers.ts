import { powersOf, type Principal } from '@loggia/access';
import { parseMime, type Permission } from '@loggia/content';
import type { Resolution } from '@loggia/registry';

/**
 * The permissions that a call lends to a server: what the type's own contract needs, where the server owns the type, and
 * no more than everybody behind the call holds.
 */
export function lentPowers(
  { provider, contract, mime }: Resolution,
  server: string,
  behind: readonly Principal[],
): readonly Permission[] {
  const owns = provider?.kind === 'server' && provider.server === server && contract?.mime === mime;
  // A standard type is everybody's, so whoever opens it can't ask for more than the artifact.
  if (!owns || parseMime(mime)?.tree === 'standard') return [];
  return contract.behaviors.needs.filter((power) =>
    behind.every((principal) => powersOf(principal).includes(power)),
  );
}
