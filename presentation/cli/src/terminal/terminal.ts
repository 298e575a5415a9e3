/** The user's reaction to a question at a terminal. */
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
   * A message may have several lines if pasted, and the up key recalls it. An answer is one line, and text typed before
   * the question appeared doesn't count: nobody agrees to what they have not seen.
   */
  readonly takes: 'message' | 'answer';
  readonly signal?: AbortSignal;
}

/** A person at a terminal. One question at a time. */
export interface Terminal {
  ask(question: Question): Promise<Reply>;
  /** The text after the user's editor was closed; undefined without an editor, or if it failed. */
  edit(text: string): Promise<string | undefined>;
  /** Gives every key to the listener as it is typed, Ctrl-C included, until the returned function is called. */
  takeOver(listener: KeyListener): () => void;
}

export interface KeyListener {
  typed(data: string): void;
  /** Called at once, and whenever the size of the terminal changes. */
  resized(cols: number, rows: number): void;
}
