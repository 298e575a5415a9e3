import type { ChatSummary } from '@loggia/protocol';
import { markOf } from '../../session-list/session-marks.ts';

interface OpenedChatState {
  /** Undefined until the session is known. */
  readonly word?: string;
  readonly tone?: 'info' | 'warning' | 'danger' | 'success';
  readonly activity?: string;
  readonly isThere: boolean;
}

/** How the work in a chat stands, from its entry in the session's list. */
export function openedChatState(chats: readonly ChatSummary[] | undefined, chat: string): OpenedChatState {
  if (chats === undefined) return { isThere: true };
  const entry = chats.find(({ resource }) => resource === chat);
  if (!entry) return { word: 'Closed', isThere: false };
  switch (markOf(entry.status)) {
    case 'needs-you':
      return { word: 'Waiting for you', tone: 'warning', isThere: true };
    case 'working': {
      const { activity } = entry;
      return { word: 'Working', tone: 'info', isThere: true, ...(activity && { activity }) };
    }
    case 'failed':
      return { word: 'Interrupted', tone: 'danger', isThere: true };
    default:
      return { word: 'Finished', tone: 'success', isThere: true };
  }
}
