import type { ActiveTurn } from './active-turn.ts';

type Kind = 'markdown' | 'reasoning';

interface Part {
  readonly kind: Kind;
  readonly id: string;
  readonly message: string | undefined;
}

/** The text of a turn. Texts of the same message and kind in a row become one part. */
export class SaidText {
  readonly #turn: ActiveTurn;
  readonly #newId: () => string;
  #part: Part | undefined;

  constructor(turn: ActiveTurn, newId: () => string) {
    this.#turn = turn;
    this.#newId = newId;
  }

  /** Something else comes in between: the next text begins a new part. */
  interrupt(): void {
    this.#part = undefined;
  }

  say(kind: Kind, { text: content, message }: { readonly text: string; readonly message?: string }): void {
    if (content === '') return;
    const { id: turnId } = this.#turn;
    const part = this.#part;
    if (part?.kind === kind && part.message === message) {
      const type = kind === 'markdown' ? 'chat/delta' : 'chat/reasoning';
      return this.#turn.append({ type, turnId, partId: part.id, content });
    }
    const id = this.#newId();
    this.#part = { kind, id, message };
    this.#turn.append({ type: 'chat/responsePart', turnId, part: { kind, id, content } });
  }
}
