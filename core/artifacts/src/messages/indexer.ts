import type { Action, Channel, Kernel, ChannelObserver } from '@loggia/kernel';
import { keptResultsOf, workspaceOf, type ChatState, type SessionState, type Turn } from '@loggia/protocol';
import { searchable } from '../derive/searchable.ts';
import { artifactsPart, type ArtifactWrite, type DocumentRow } from '../store.ts';

/** The limit for the text of one turn, in UTF-16 code units. */
const longestTurn = 200_000;
const longestTitle = 500;

/** The target of a search hit. */
export interface MessageData {
  readonly session: string;
  readonly chat: string;
  readonly turn: string;
}

const endings = new Set(['chat/turnComplete', 'chat/turnCancelled', 'chat/error']);

function textOf({ message, responseParts }: Turn): string {
  const said = responseParts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : []));
  const kept = keptResultsOf(responseParts).map(({ name, excerpt = '' }) => `${name}\n${excerpt}`);
  return searchable([message.text, ...said, ...kept].join('\n\n'), longestTurn);
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
 * Indexes chat messages for search, in the same transaction in which a turn ends, is truncated, or is deleted with its
 * chat. Costs nothing for any other action.
 */
export function messageIndexer(kernel: () => Pick<Kernel, 'enlist' | 'peek'>): ChannelObserver {
  const enlist = (write: ArtifactWrite): void => kernel().enlist(artifactsPart, write);

  const indexed = (chat: Channel<ChatState>, turn: Turn): void => {
    const session = chat.parent === undefined ? undefined : kernel().peek<SessionState>(chat.parent);
    enlist({ kind: 'document', row: documentOf(turn, chat, session) });
  };

  return {
    /** A chat that moved to another session brings its turns. Those that a fork copied are found where they were said. */
    created(channel: Channel): void {
      if (channel.kind !== 'chat') return;
      const chat = channel as Channel<ChatState>;
      const { turns, origin } = chat.state;
      const copied = origin?.kind === 'fork' ? turns.findIndex(({ id }) => id === origin.turnId) + 1 : 0;
      for (const turn of turns.slice(copied)) indexed(chat, turn);
    },
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
