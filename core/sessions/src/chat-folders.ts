import type { ChatAction, ChatState, SessionAction, SessionState } from '@loggia/protocol';

/** The folders that a chat works in: its own choice among those of its session, or all of them. */
export function foldersOf(
  { workingDirectories: all = [] }: Pick<SessionState, 'workingDirectories'>,
  { workingDirectories: own }: Pick<ChatState, 'workingDirectories'>,
): readonly string[] {
  return own?.filter((folder) => all.includes(folder)) ?? all;
}

/** Why the chat can't have the folder; undefined for every other action. */
export function refuseFolder(
  { workingDirectories = [] }: SessionState,
  action: ChatAction,
): string | undefined {
  if (action.type !== 'chat/workingDirectorySet' || workingDirectories.includes(action.directory))
    return undefined;
  return 'A chat works in folders of its session. Add the folder to the session first.';
}

/** The changes to the folders of one chat that follow from a change to those of its session. */
export function followedFolders(
  action: SessionAction,
  { workingDirectories: own = [] }: Pick<ChatState, 'workingDirectories'>,
): ChatAction[] {
  const isGone =
    action.type === 'session/workingDirectoryRemoved' || action.type === 'session/workingDirectoryReplaced';
  if (!isGone || !own.includes(action.directory)) return [];
  const removed: ChatAction = { type: 'chat/workingDirectoryRemoved', directory: action.directory };
  if (action.type === 'session/workingDirectoryRemoved') return [removed];
  // The new one first: without any folder of its own, the chat would work in all of them for a moment.
  return [{ type: 'chat/workingDirectorySet', directory: action.replacement }, removed];
}
