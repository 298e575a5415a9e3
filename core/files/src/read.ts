import { constants } from 'node:fs';
import { ProtocolError, type Params, type Result } from '@loggia/protocol';
import { readUpTo } from './bytes.ts';
import { encodeContent } from './content.ts';
import type { ResourceContext } from './context.ts';
import { withFile, withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';

function tooLarge(max: number): never {
  throw new ProtocolError('InvalidParams', `The file is larger than the ${max} bytes that one read carries.`);
}

export function readResource(
  { uri, encoding }: Params<'resourceRead'>,
  { roots, limits }: ResourceContext,
): Promise<Result<'resourceRead'>> {
  return onBehalfOf(uri, async () => {
    const file = await roots.confine(uri, 'read');
    const bytes = await withParent(file, (held, name) =>
      withFile(held.at(name), constants.O_RDONLY, (handle, { size }) =>
        size > limits.maxReadBytes ? tooLarge(limits.maxReadBytes) : readUpTo(handle, limits.maxReadBytes),
      ),
    );
    return encodeContent(bytes ?? tooLarge(limits.maxReadBytes), encoding);
  });
}
