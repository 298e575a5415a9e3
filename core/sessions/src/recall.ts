import type { PastPart, PastTurn } from './harness.ts';

/** A summary of the conversation so far, as an agent reports it. */
export interface Summary {
  /** Absent if the agent has summarized for itself and doesn't say what it wrote. */
  readonly text?: string;
  /**
   * The part that stays in `recall()` besides the text: nothing, or everything from a turn on; of the current turn, all calls so
   * far or only the last ones. Leave it out if the agent keeps its own record of the conversation: then the summary is
   * only shown.
   */
  readonly keeps?: 'nothing' | { readonly turn: string; readonly calls?: number };
}

/** The conversation as a model is to be given it. */
export interface Recalled {
  /** Everything that came before the turns here. */
  readonly summary?: string;
  readonly turns: readonly PastTurn[];
  /** The parts of an earlier attempt at the current turn. */
  readonly parts: readonly PastPart[];
}
