const opening = '<think>';
const closing = '</think>';

interface Split {
  readonly reasoning: string;
  readonly text: string;
}

/** A closing tag on a line of its own, and the beginning of one at the end of the text so far. */
const loneClosing = /\n[ \t]*<\/think>[ \t]*(?=\r?\n)/;
const loneBegun = /\n[ \t]*(?:<(?:\/(?:t(?:h(?:i(?:n(?:k(?:>[ \t]*\r?)?)?)?)?)?)?)?)?$/;
/** Takes the place of a closing tag after text that was already passed on. */
const separator = '\n\n---\n\n';

/**
 * Tells reasoning from the answer where a server leaves the model's `<think>` tags in the text. An opening tag counts
 * only at the very beginning: later ones are something that the model writes about. Some servers open the tag in the
 * prompt, so the text has only the closing one, which counts on a line of its own and outside of code. The text before
 * it was passed on as it came, so it stays where it is and a line separates it from the answer.
 */
export class ThinkTags {
  #phase: 'start' | 'thinking' | 'after' | 'open' | 'answer' = 'start';
  #held = '';
  #hasPassed = false;
  #fences = 0;

  push(piece: string): Split {
    if (this.#phase === 'answer') return { reasoning: '', text: piece };
    this.#held += piece;
    if (this.#phase === 'start') {
      const begun = this.#held.trimStart();
      if (begun.length < opening.length && opening.startsWith(begun)) return { reasoning: '', text: '' };
      this.#phase = begun.startsWith(opening) ? 'thinking' : 'open';
      if (this.#phase === 'thinking') this.#held = begun.slice(opening.length).trimStart();
    }
    if (this.#phase === 'open') return this.#untilLoneClosing();
    return this.#phase === 'thinking' ? this.#think() : this.#afterThinking('');
  }

  /** The text is over, or something else follows it. */
  end(): Split {
    const held = this.#held;
    const isReasoning = this.#phase === 'thinking';
    this.#held = '';
    if (!isReasoning) this.#phase = 'answer';
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

  /** A line break at the end is held, so what is held after text was passed on never begins a line by itself. */
  #untilLoneClosing(): Split {
    const lines = this.#hasPassed ? this.#held : `\n${this.#held}`;
    const found = loneClosing.exec(lines);
    if (found && this.#isOutsideCode(lines.slice(0, found.index))) {
      const before = lines.slice(0, found.index).trimEnd();
      this.#held = lines.slice(found.index + found[0].length);
      this.#phase = 'after';
      if (!this.#hasPassed) return this.#afterThinking(before.trimStart());
      return { reasoning: '', text: `${before}${separator}${this.#afterThinking('').text}` };
    }
    const kept = Math.min(loneBegun.exec(lines)?.[0].length ?? 0, this.#held.length);
    const text = this.#held.slice(0, this.#held.length - kept);
    this.#held = this.#held.slice(this.#held.length - kept);
    this.#fences += fencesIn(text);
    this.#hasPassed ||= text !== '';
    return { reasoning: '', text };
  }

  #isOutsideCode(text: string): boolean {
    return (this.#fences + fencesIn(text)) % 2 === 0;
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

function fencesIn(text: string): number {
  return text.split('```').length - 1;
}
