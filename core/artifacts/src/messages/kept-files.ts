import type { Action, Channel, ChannelObserver, Clock, Kernel } from '@loggia/kernel';
import {
  filesOfChat,
  keptContentOf,
  keptResultsOfChat,
  type ChangesetState,
  type ChatAction,
  type ChatState,
} from '@loggia/protocol';
import { artifactsPart, type ArtifactWrite } from '../store.ts';

/** The actions that can add a message to a chat or a file to a changeset, or remove one. Long results come with `chat/toolCallComplete`. */
const changes = new Set([
  'chat/draftChanged',
  'chat/pendingMessageRemoved',
  'chat/pendingMessageSet',
  'chat/truncated',
  'chat/turnStarted',
  'changeset/cleared',
  'changeset/contentChanged',
  'changeset/fileRemoved',
  'changeset/fileSet',
]);

function hashesIn(channel: Channel): readonly string[] {
  if (channel.kind === 'changeset') {
    const { files } = channel.state as ChangesetState;
    const sides = files.flatMap(({ edit }) => [edit.before, edit.after]);
    return sides.flatMap((side) => (side && keptContentOf(side.content.uri)) ?? []);
  }
  const chat = channel.state as ChatState;
  const named = [...filesOfChat(chat), ...keptResultsOfChat(chat)].map(({ hash }) => hash);
  return [...named, ...proposedIn(chat)];
}

/** The hashes of the contents that the proposed changes of a waiting call name. */
function proposedIn({ activeTurn }: Pick<ChatState, 'activeTurn'>): readonly string[] {
  return (activeTurn?.responseParts ?? []).flatMap((part) => {
    if (part.kind !== 'toolCall' || part.toolCall.status !== 'pending-confirmation') return [];
    const sides = (part.toolCall.edits?.items ?? []).flatMap(({ before, after }) => [before, after]);
    return sides.flatMap((side) => (side && keptContentOf(side.content.uri)) ?? []);
  });
}

function bringsKept(action: Action): boolean {
  if (action.type === 'chat/toolCallReady')
    return (action as Extract<ChatAction, { type: 'chat/toolCallReady' }>).edits !== undefined;
  if (action.type !== 'chat/toolCallComplete') return false;
  const { result } = action as Extract<ChatAction, { type: 'chat/toolCallComplete' }>;
  return (result.content ?? []).some((item) => item.type === 'resource' && keptContentOf(item.uri));
}

/**
 * Keeps the files that messages name, the results that are too long for a chat, and the contents of changed files from
 * being collected, in the very transaction in which what names them comes or goes. Costs nothing for any other action.
 */
export function fileKeeper(kernel: () => Pick<Kernel, 'enlist'>, clock: Clock): Required<ChannelObserver> {
  /** The hashes last stored for each chat, to skip a write that would change nothing. */
  const known = new WeakMap<Channel, string>();
  const keep = (channel: Channel): void => {
    const hashes = [...new Set(hashesIn(channel))].sort();
    const essence = hashes.join();
    if (known.get(channel) === essence) return;
    known.set(channel, essence);
    attached(channel.uri, hashes);
  };
  const attached = (chat: string, hashes: readonly string[]): void => {
    const write: ArtifactWrite = {
      kind: 'attached',
      chat,
      hashes,
      at: new Date(clock.now()).toISOString(),
    };
    kernel().enlist(artifactsPart, write);
  };
  return {
    created(channel: Channel): void {
      if (channel.kind !== 'chat' && channel.kind !== 'changeset') return;
      known.set(channel, '');
      keep(channel);
    },
    appended(channel: Channel, action: Action): void {
      if (changes.has(action.type) || bringsKept(action)) keep(channel);
    },
    removed: (uri) => attached(uri, []),
  };
}
