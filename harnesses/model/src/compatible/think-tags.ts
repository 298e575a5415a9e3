const opening = '<think>';
const closing = '</think>';

interface Split {
  readonly reasoning: string;
  readonly text: string;
}

/**
 * Tells reasoning from the answer where a server leaves the model's `<think>` tags in the text. Only a tag at the very
 * beginning counts: later ones are something that the model writes about.
 */
export class ThinkTags {
  #phase: 'start' | 'thinking' | 'after' | 'answer' = 'start';
  #held = '';

  push(piece: string): Split {
    if (this.#phase === 'answer') return { reasoning: '', text: piece };
    this.#held += piece;
    if (this.#phase === 'start') {
      const begun = this.#held.trimStart();
      if (begun.length < opening.length && opening.startsWith(begun)) return { reasoning: '', text: '' };
      if (!begun.startsWith(opening)) return this.end();
      this.#phase = 'thinking';
      this.#held = begun.slice(opening.length).trimStart();
    }
    return this.#phase === 'thinking' ? this.#think() : this.#afterThinking('');
  }

  /** The text is over, or something else follows it. */
  end(): Split {
    const held = this.#held;
    const isReasoning = this.#phase === 'thinking';
    this.#held = '';
    if (this.#phase === 'start' || this.#phase === 'after') this.#phase = 'answer';
    return isReasoning ? { reasoning: held, text: '' } : { reasoning: '', text: held };
  }

  #think(): Split {
    const at = this.#held.indexOf(closing);
    if (at >= 0) {
      const reasoning = this.#held.slice(0, at).trimEnd();
      this.#held = this.#held.slice(at + closing.length);
      this.#phase = 'after';
      return this.#afterThinking(reasoning);
    }
    // The possible beginning of a closing tag waits for the rest.
    const kept = partialTag(this.#held);
    const reasoning = this.#held.slice(0, this.#held.length - kept);
    this.#held = this.#held.slice(this.#held.length - kept);
    return { reasoning, text: '' };
  }

  /** Leaves out the blank lines between the reasoning and the answer. */
  #afterThinking(reasoning: string): Split {
    const text = this.#held.trimStart();
    this.#held = '';
    if (text !== '') this.#phase = 'answer';
    return { reasoning, text };
  }
}

function partialTag(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(closing.slice(0, length))) return length;
  }
  return 0;
}
