import type { QuotedPart } from './quoted-parts.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** Foreign text that is to be sent, opened or saved. It is set apart from our own words. */
  readonly quote?: string;
  /** The attachments of that text. */
  readonly parts?: readonly QuotedPart[];
  /** The action, as a verb: "Delete". */
  readonly action: string;
  readonly danger?: boolean;
  /** Stops further questions. It counts as a no, too. */
  readonly never?: { readonly label: string; run(): void };
  /** Ways to say yes that count for more than this one, the widest first. */
  readonly always?: readonly { readonly label: string; run(): void }[];
  /** The question is no longer relevant, which counts as a no. */
  readonly signal?: AbortSignal;
}

export interface PendingQuestion extends Question {
  readonly id: number;
  readonly answer: (yes: boolean) => void;
}

let pending: readonly PendingQuestion[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly PendingQuestion[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Asks before something that can't be undone. Anything else is done at once, with an Undo. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const { signal } = question;
    const withdraw = (): void => asked.answer(false);
    const asked: PendingQuestion = {
      ...question,
      id: ++lastId,
      answer: (yes) => {
        signal?.removeEventListener('abort', withdraw);
        change(pending.filter((other) => other !== asked));
        resolve(yes);
      },
    };
    if (signal?.aborted) return resolve(false);
    signal?.addEventListener('abort', withdraw);
    change([...pending, asked]);
  });
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function pendingQuestions(): readonly PendingQuestion[] {
  return pending;
}
