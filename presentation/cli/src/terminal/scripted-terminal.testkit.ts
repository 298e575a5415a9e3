import type { KeyListener, Question, Reply, Terminal } from './terminal.ts';

/** A line; or one of the words `ended`, `interrupted` and `withdrawn`; or whatever the test makes of the question. */
type Scripted = string | ((question: Question) => Promise<Reply> | Reply);

/** Somebody who knows what to answer. A question too many ends the input. */
export class ScriptedTerminal implements Terminal {
  readonly asked: string[] = [];
  readonly edited: string[] = [];
  readonly #answers: Scripted[];
  editsTo: string | undefined;

  constructor(...answers: Scripted[]) {
    this.#answers = answers;
  }

  async ask(question: Question): Promise<Reply> {
    this.asked.push(question.text);
    const answer = this.#answers.shift() ?? 'ended';
    if (typeof answer === 'function') return answer(question);
    if (answer === 'ended' || answer === 'interrupted' || answer === 'withdrawn') return { kind: answer };
    return { kind: 'line', text: answer };
  }

  async edit(text: string): Promise<string | undefined> {
    this.edited.push(text);
    return this.editsTo;
  }

  takeOver({ resized }: KeyListener): () => void {
    resized(80, 24);
    return () => undefined;
  }
}

/** Waits until the question is taken back. */
export function untilWithdrawn({ signal }: Question): Promise<Reply> {
  return new Promise((resolve) => {
    const withdrawn = (): void => resolve({ kind: 'withdrawn' });
    if (signal?.aborted) withdrawn();
    signal?.addEventListener('abort', withdrawn, { once: true });
  });
}
