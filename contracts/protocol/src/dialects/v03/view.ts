import type { ChatState } from '../../channels/chat/state.ts';
import type { SessionState } from '../../channels/session/state.ts';
import type { ContentRef } from '../../common/text.ts';

/** One session as a 0.3 client sees it: the session and its default chat. */
export interface SessionView {
  readonly resource: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly session: SessionState;
  /** Undefined if the session has no default chat; other chats aren't shown. */
  readonly chat: ChatState | undefined;
}

/**
 * Returns the text behind a reference, if the caller has it. It must return the same text for a reference for as long
 * as a client shows it, since nothing is sent twice.
 */
export type Inline = (ref: ContentRef) => string | undefined;
