import type { ChatState } from '../../channels/chat/state.ts';
import type { SessionState } from '../../channels/session/state.ts';
import type { ContentRef } from '../../common/text.ts';

/** What a 0.3 client is shown as one session: the session and its default chat. */
export interface SessionView {
  readonly resource: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly session: SessionState;
  /** Undefined where the session has no default chat; other chats are not shown. */
  readonly chat: ChatState | undefined;
}

/**
 * Gives the text behind a reference, where the caller has it at hand. It owes the same answer for the
 * same reference for as long as a client is shown it: what was sent once is not sent again.
 */
export type Inline = (ref: ContentRef) => string | undefined;
