import { constants } from 'node:fs';
import path from 'node:path';
import { keptContentOf, ProtocolError, type Params, type Result } from '@loggia/protocol';
import { readUpTo } from './bytes.ts';
import { encodeContent } from './content.ts';
import type { ResourceContext } from './context.ts';
import { withFile, withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';

function tooLarge(max: number): never {
  throw new ProtocolError('InvalidParams', `The file is larger than the ${max} bytes that one read carries.`);
}

/** How much of a file is looked at to tell its type. */
const headBytes = 4096;

export function readResource(
  { uri, encoding }: Params<'resourceRead'>,
  context: ResourceContext,
): Promise<Result<'resourceRead'>> {
  return onBehalfOf(uri, async () => {
    const { name, bytes } = await bytesAt(uri, context);
    const contentType = context.typeOf?.(name, bytes.subarray(0, headBytes));
    return { ...encodeContent(bytes, encoding), ...(contentType !== undefined && { contentType }) };
  });
}

/** The content of a file, or of what the host keeps. */
export async function bytesAt(
  uri: string,
  { roots, limits, kept }: ResourceContext,
): Promise<{ name: string; bytes: Buffer }> {
  const { maxReadBytes } = limits;
  const hash = kept && keptContentOf(uri);
  if (kept && hash !== undefined) {
    const all = await kept(hash, maxReadBytes + 1);
    return { name: '', bytes: all.length > maxReadBytes ? tooLarge(maxReadBytes) : all };
  }
  const file = await roots.confine(uri, 'read');
  const bytes = await withParent(file, (held, name) =>
    withFile(held.at(name), constants.O_RDONLY, (handle, { size }) =>
      size > maxReadBytes ? tooLarge(maxReadBytes) : readUpTo(handle, maxReadBytes),
    ),
  );
  return { name: path.basename(file), bytes: bytes ?? tooLarge(maxReadBytes) };
}
