/** What somebody at a terminal did with a question. */
export type Reply =
  | { readonly kind: 'line'; readonly text: string }
  /** Ctrl-D: nothing more will be typed. */
  | { readonly kind: 'ended' }
  /** Ctrl-C. */
  | { readonly kind: 'interrupted' }
  /** The signal took the question back. */
  | { readonly kind: 'withdrawn' };

export interface Question {
  readonly text: string;
  /**
   * A message may have several lines where they are pasted, and comes back with the up key. An answer is one line, and
   * what was typed before the question was there is none: nobody agrees to what they have not seen.
   */
  readonly takes: 'message' | 'answer';
  readonly signal?: AbortSignal;
}

/** Somebody who types. One question at a time. */
export interface Terminal {
  ask(question: Question): Promise<Reply>;
  /** The text as it is after the user's editor was closed; undefined where there is no editor, or it failed. */
  edit(text: string): Promise<string | undefined>;
}
