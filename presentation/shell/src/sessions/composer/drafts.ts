import { globalEnvironment } from '@loggia/client';
import { attachedArtifactOf, type ChatState } from '@loggia/protocol';
import { addInHand } from '../../host/artifacts-in-hand.ts';
import type { ShellHost } from '../../host/shell-host.ts';
import { DraftKeeper } from './draft-keeper.ts';

const kept = new WeakMap<ShellHost, Map<string, DraftKeeper>>();

function draftsOf(host: ShellHost): Map<string, DraftKeeper> {
  const known = kept.get(host);
  if (known) return known;
  const drafts = new Map<string, DraftKeeper>();
  kept.set(host, drafts);
  addInHand(() =>
    [...drafts.values()].flatMap((keeper) =>
      keeper.getSnapshot().attachments.flatMap((attachment) => attachedArtifactOf(attachment)?.id ?? []),
    ),
  );
  // Leaving the page before typing pauses must not lose the draft.
  window.addEventListener('pagehide', () => {
    for (const keeper of drafts.values()) keeper.flush();
  });
  return drafts;
}

/** The draft in a chat, kept as long as the page lives. */
export function draftIn(host: ShellHost, chat: string): DraftKeeper {
  const drafts = draftsOf(host);
  const known = drafts.get(chat);
  if (known) return known;
  const { state } = host.chats.view<ChatState>(chat);
  const keeper = new DraftKeeper(
    globalEnvironment,
    (draft) => host.client.dispatch(chat, { type: 'chat/draftChanged', ...(draft && { draft }) }),
    state?.draft,
  );
  drafts.set(chat, keeper);
  return keeper;
}

/** The first message of a session that is yet to be made. */
export function firstDraft(host: ShellHost, workspace: string): DraftKeeper {
  const drafts = draftsOf(host);
  const key = `new ${workspace}`;
  const known = drafts.get(key);
  if (known) return known;
  const keeper = new DraftKeeper(globalEnvironment);
  drafts.set(key, keeper);
  return keeper;
}
