import type { SessionState } from '@loggia/protocol';
import { useHost } from '../../host/host-context.tsx';
import { attempt, tell } from '../../ui/toast-queue.ts';
import { askAboutFolder } from './ask-about-folder.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { folderName } from './folder-path.ts';

type FolderAction =
  | {
      readonly type: 'session/workingDirectorySet' | 'session/workingDirectoryRemoved';
      readonly directory: string;
    }
  | {
      readonly type: 'session/workingDirectoryReplaced';
      readonly directory: string;
      readonly replacement: string;
    };

/** The folders of a session that runs. A change counts at once; what the folder configures waits for an answer. */
export function SessionFolder({
  session,
  state,
  onClose,
}: {
  readonly session: string;
  readonly state: SessionState;
  onClose(): void;
}) {
  const host = useHost();
  const folders = state.workingDirectories ?? [];
  const [first] = folders;
  const dispatch = (action: FolderAction): Promise<unknown> => host.client.dispatch(session, action).settled;
  const give = async (action: FolderAction, uri: string): Promise<void> => {
    await dispatch(action);
    tell(`The session works in “${folderName(uri)}”.`);
    onClose();
    await askAboutFolder(host, uri);
  };
  const remove = async (directory: string): Promise<void> => {
    await dispatch({ type: 'session/workingDirectoryRemoved', directory });
    tell(`Removed “${folderName(directory)}” from the session.`, {
      undo: () => attempt(dispatch({ type: 'session/workingDirectorySet', directory })),
    });
  };
  return (
    <FolderDialog
      folders={folders}
      description="The agent and the servers of this session work in these folders. Their servers, skills and rules are used, too, once you trust them."
      onUse={(uri) =>
        attempt(
          give(
            first === undefined
              ? { type: 'session/workingDirectorySet', directory: uri }
              : { type: 'session/workingDirectoryReplaced', directory: first, replacement: uri },
            uri,
          ),
        )
      }
      onAdd={(uri) => attempt(give({ type: 'session/workingDirectorySet', directory: uri }, uri))}
      onRemove={(uri) => attempt(remove(uri))}
      onClose={onClose}
    />
  );
}
