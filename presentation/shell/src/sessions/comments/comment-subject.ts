import { Cell, type Readable } from '@loggia/client';
import { showConversation } from '../../navigation/show-conversation.ts';

/** Something to comment on. */
export interface CommentSubject {
  readonly resource: string;
  readonly title: string;
}

const waiting = new Cell<CommentSubject | undefined>(undefined);

/** The subject of the comment that is being written in the session on screen. */
export const subjectToComment: Readable<CommentSubject | undefined> = waiting;

export function takeSubject(): CommentSubject | undefined {
  const taken = waiting.getSnapshot();
  if (taken !== undefined) waiting.set(undefined);
  return taken;
}

/** Begins a comment in the session on screen. */
export function commentOn(subject: CommentSubject): void {
  waiting.set(subject);
  showConversation();
}
