import type { QuotedPart } from './quoted-parts.tsx';

export interface Question {
  readonly title: string;
  readonly text: string;
  /** What somebody else wants said, opened or kept, in words that are not ours. It stands apart from those that are. */
  readonly quote?: string;
  /** What comes with those words. */
  readonly parts?: readonly QuotedPart[];
  /** What is asked for, as a verb: "Delete". */
  readonly action: string;
  readonly danger?: boolean;
  /** A way out for who is asked again and again. It is a no, too. */
  readonly never?: { readonly label: string; run(): void };
  /** A yes that counts for more than this one. */
  readonly always?: { readonly label: string; run(): void };
  /** Nobody wants to know any more, which is a no. */
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

/** Asks before something that cannot be taken back. What can be is done at once, with an Undo. */
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
