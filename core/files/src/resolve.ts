import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathOfFileUri } from '@loggia/access';
import type { Params, Result } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { etagOf, withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';

function typeOf(stat: BigIntStats): 'file' | 'directory' | 'symlink' {
  if (stat.isDirectory()) return 'directory';
  return stat.isSymbolicLink() ? 'symlink' : 'file';
}

function lookAt(file: string): Promise<BigIntStats> {
  const isTop = path.dirname(file) === file;
  return isTop
    ? lstat(file, { bigint: true })
    : withParent(file, (held, name) => lstat(held.at(name), { bigint: true }));
}

export function resolveResource(
  { uri, followSymlinks = true }: Params<'resourceResolve'>,
  { roots }: ResourceContext,
): Promise<Result<'resourceResolve'>> {
  return onBehalfOf(uri, async () => {
    const file = await (followSymlinks ? roots.confine(uri, 'read') : roots.confineEntry(uri, 'read'));
    const stat = await lookAt(file);
    const isNamedSo = !followSymlinks || file === pathOfFileUri(uri);
    return {
      // Clients compare it with their own URI, so it changes only if a link was followed.
      uri: isNamedSo ? uri : pathToFileURL(file).href,
      type: typeOf(stat),
      ...(!stat.isDirectory() && { size: Number(stat.size) }),
      mtime: stat.mtime.toISOString(),
      ...(stat.birthtimeNs > 0n && { ctime: stat.birthtime.toISOString() }),
      etag: etagOf(stat),
    };
  });
}
