import { folderText, readToAttach, type ResourceContext } from '@loggia/files';
import type { Files, FindFiles } from '@loggia/sessions';
import type { Workspaces } from './workspaces.ts';

/** How much of a file is looked at to tell its type. */
const headBytes = 4096;

export interface AttachedFilesOptions {
  readonly workspaces: Pick<Workspaces, 'files' | 'typeForFile'>;
  readonly resources: ResourceContext;
  readonly findFiles: FindFiles;
}

/** The files at messages, those of this machine included. */
export function attachedFiles({ workspaces, resources, findFiles }: AttachedFilesOptions): Files {
  const { files, typeForFile } = workspaces;
  return {
    ...files,
    take: async (uri, folders) => {
      const { name, bytes } =
        (await readToAttach(uri, folders, resources)) ??
        listing(await folderText(uri, folders, { context: resources, find: findFiles }));
      const contentType = typeForFile(name, bytes.subarray(0, headBytes));
      return { ...(await files.keep(bytes)), contentType };
    },
  };
}

/** A folder that is attached goes along as a file that tells what is in it. */
function listing(text: string): { name: string; bytes: Buffer } {
  return { name: 'files.txt', bytes: Buffer.from(text) };
}
