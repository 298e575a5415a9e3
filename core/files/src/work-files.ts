import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInside } from '@loggia/access';
import { ProtocolError, rootUri } from '@loggia/protocol';
import type { ResourceContext } from './context.ts';
import { onBehalfOf } from './errors.ts';
import { bytesAt } from './read.ts';
import { writeResource } from './write.ts';

/** The text files in some folders of this machine, by their paths. */
export interface WorkFiles {
  /** Real paths, in the order given. Rejects if this host grants none of the folders. */
  folders(): Promise<readonly string[]>;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
}

/** Everything outside of the folders, and of what this host grants to be written, is refused with a sentence. */
export function workFiles(context: ResourceContext, folders: readonly string[]): WorkFiles {
  const granted = async (): Promise<readonly string[]> => {
    const confined = folders.map((folder) => context.roots.confine(folder, 'write').catch(() => undefined));
    return (await Promise.all(confined)).filter((folder) => folder !== undefined);
  };
  /** The path may lead out of the folders through a link, so its real path counts. */
  const assertInside = async (uri: string, access: 'read' | 'write'): Promise<void> => {
    const file = await context.roots.confine(uri, access);
    if ((await granted()).some((folder) => isInside(folder, file))) return;
    throw new ProtocolError(
      'PermissionDenied',
      `${JSON.stringify(fileURLToPath(uri))} is outside the folders of this session. Use a file inside them, or have its folder added.`,
    );
  };
  return {
    folders: async () => {
      const found = await granted();
      if (found.length > 0) return found;
      const names = folders.map((folder) => JSON.stringify(fileURLToPath(folder))).join(', ');
      throw new ProtocolError(
        'PermissionDenied',
        `This host may not change files in ${names}, so no agent can work there. Grant the folder with "write" under "roots" in the configuration file, or choose another folder for the session.`,
      );
    },
    read: (path) => {
      const uri = pathToFileURL(path).href;
      return onBehalfOf(uri, async () => {
        await assertInside(uri, 'read');
        return (await bytesAt(uri, context)).bytes.toString('utf8');
      });
    },
    write: (path, text) => {
      const uri = pathToFileURL(path).href;
      return onBehalfOf(uri, async () => {
        await assertInside(uri, 'write');
        await writeResource({ channel: rootUri, uri, data: text, encoding: 'utf-8' }, context);
      });
    },
  };
}
