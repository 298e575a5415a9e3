import { ProtocolError, type Params, type Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { onBehalfOf } from './errors.ts';

/** Asks the policy if no root grants access yet. Only the roots tell whether it was granted. */
export function requestResource(
  { uri, write }: Params<'resourceRequest'>,
  { roots, policy }: ResourceContext,
): Promise<Result<'resourceRequest'>> {
  const access = write ? 'write' : 'read';
  return onBehalfOf(uri, async () => {
    try {
      await roots.confine(uri, access);
    } catch (error) {
      if (!(error instanceof ProtocolError) || error.kind !== 'PermissionDenied') throw error;
      await policy({ uri, access });
      await roots.confine(uri, access);
    }
    return {};
  });
}
