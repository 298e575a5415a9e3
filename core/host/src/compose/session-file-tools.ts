import { readToAttach, type ResourceContext } from '@loggia/files';
import type { Kernel } from '@loggia/kernel';
import type { ChatState, SessionState } from '@loggia/protocol';
import { foldersOf, type FindFiles, type Harnesses, type HostTool } from '@loggia/sessions';
import { fileTools } from '../host-tools/file-tools.ts';
import type { Workspaces } from './workspaces.ts';

/** How much of a file is looked at to tell its type. */
const headBytes = 4096;

export interface SessionFileToolsOptions {
  readonly kernel: Pick<Kernel, 'peek'>;
  readonly resources: ResourceContext;
  readonly harnesses: Pick<Harnesses, 'get'>;
  readonly findFiles: FindFiles;
  readonly workspaces: Pick<Workspaces, 'files' | 'typeForFile'>;
}

/** The tools for files, on the folders of sessions that are at work. */
export function sessionFileTools(options: SessionFileToolsOptions): readonly HostTool[] {
  const { kernel, resources, harnesses, findFiles, workspaces } = options;
  return fileTools({
    findFiles,
    foldersOf: ({ session, chat }) => {
      const { state } = kernel.peek<SessionState>(session) ?? {};
      return state ? foldersOf(state, kernel.peek<ChatState>(chat)?.state ?? {}) : [];
    },
    read: (uri, folders) => readToAttach(uri, folders, resources),
    wordsIn: async ({ name, bytes }) => {
      const { hash, size } = await workspaces.files.keep(bytes);
      const contentType = workspaces.typeForFile(name, bytes.subarray(0, headBytes));
      return workspaces.files.wordsIn({ hash, size, contentType });
    },
    hasOwn: (agent) => harnesses.get(agent)?.describe.hasFileTools === true,
  });
}
