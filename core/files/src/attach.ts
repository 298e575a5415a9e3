import { stat } from 'node:fs/promises';
import { isInside } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { onBehalfOf } from './errors.ts';
import { bytesAt } from './read.ts';

interface FileToAttach {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Reads a file for a message of a session that works in these folders. Undefined for a folder, which agents list
 * themselves. Throws PermissionDenied for everything outside of the folders, and for folders that this host doesn't
 * grant.
 */
export function readToAttach(
  uri: string,
  folders: readonly string[],
  context: ResourceContext,
): Promise<FileToAttach | undefined> {
  return onBehalfOf(uri, async () => {
    const file = await context.roots.confine(uri, 'read');
    if (!(await liesIn(folders, file, context))) {
      throw new ProtocolError(
        'PermissionDenied',
        `${JSON.stringify(uri)} is outside the folders of this session. Add its folder to the session, or attach a copy.`,
      );
    }
    return (await stat(file)).isDirectory() ? undefined : bytesAt(uri, context);
  });
}

async function liesIn(
  folders: readonly string[],
  file: string,
  { roots }: ResourceContext,
): Promise<boolean> {
  for (const folder of folders) {
    const directory = await roots.confine(folder, 'read').catch(() => undefined);
    if (directory !== undefined && isInside(directory, file)) return true;
  }
  return false;
}
