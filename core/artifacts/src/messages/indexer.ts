import type { Action, Channel, Kernel, ChannelObserver } from '@loggia/kernel';
import { workspaceOf, type ChatState, type SessionState, type Turn } from '@loggia/protocol';
import { searchable } from '../derive/searchable.ts';
import { artifactsPart, type ArtifactWrite, type DocumentRow } from '../store.ts';

/** Of what was said in one turn, in UTF-16 code units. */
const longestTurn = 200_000;
const longestTitle = 500;

/** What a message is found by, and what a hit leads to. */
export interface MessageData {
  readonly session: string;
  readonly chat: string;
  readonly turn: string;
}

const endings = new Set(['chat/turnComplete', 'chat/turnCancelled', 'chat/error']);

function textOf({ message, responseParts }: Turn): string {
  const said = responseParts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : []));
  return searchable([message.text, ...said].join('\n\n'), longestTurn);
}

function documentOf(
  turn: Turn,
  chat: Channel<ChatState>,
  session: Channel<SessionState> | undefined,
): DocumentRow {
  const project = session?.state.project?.uri;
  const data: MessageData = { session: chat.parent ?? chat.uri, chat: chat.uri, turn: turn.id };
  return {
    kind: 'message',
    ref: `${chat.uri}#${turn.id}`,
    parent: chat.uri,
    workspace: project === undefined ? undefined : workspaceOf(project),
    at: turn.startedAt ?? chat.state.modifiedAt,
    title: searchable(session?.state.title ?? chat.state.title, longestTitle),
    text: textOf(turn),
    data: JSON.stringify(data),
  };
}

/**
 * Makes what was said in chats findable, in the very transaction in which a turn ends, is cut off, or goes with its
 * chat. Costs nothing for any other action.
 */
export function messageIndexer(kernel: () => Pick<Kernel, 'enlist' | 'peek'>): ChannelObserver {
  const enlist = (write: ArtifactWrite): void => kernel().enlist(artifactsPart, write);

  const indexed = (chat: Channel<ChatState>, turn: Turn): void => {
    const session = chat.parent === undefined ? undefined : kernel().peek<SessionState>(chat.parent);
    enlist({ kind: 'document', row: documentOf(turn, chat, session) });
  };

  return {
    appended(channel: Channel, action: Action): void {
      if (!action.type.startsWith('chat/')) return;
      const chat = channel as Channel<ChatState>;
      if (endings.has(action.type)) {
        const { turnId } = action as Action & { readonly turnId: string };
        const turn = chat.state.turns.at(-1);
        if (turn?.id === turnId) indexed(chat, turn);
      } else if (action.type === 'chat/truncated') {
        enlist({ kind: 'documentsGone', parent: chat.uri });
        for (const turn of chat.state.turns) indexed(chat, turn);
      }
    },
    removed(uri: string): void {
      enlist({ kind: 'documentsGone', parent: uri });
    },
  };
}
