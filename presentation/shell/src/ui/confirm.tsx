import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { visibly } from './foreign-words.ts';

interface Question {
  readonly title: string;
  readonly text: string;
  /** What somebody else wants said, opened or kept, in words that are not ours. It stands apart from those that are. */
  readonly quote?: string;
  /** What is asked for, as a verb: "Delete". */
  readonly action: string;
  readonly danger?: boolean;
  /** A way out for who is asked again and again. It is a no, too. */
  readonly never?: { readonly label: string; run(): void };
  /** Nobody wants to know any more, which is a no. */
  readonly signal?: AbortSignal;
}

interface Pending extends Question {
  readonly id: number;
  readonly answer: (yes: boolean) => void;
}

/** Whoever asks for somebody else may choose the moment, such as that of a click on what is under the question. */
const carefulForMs = 500;

let pending: readonly Pending[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Pending[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Asks before something that cannot be taken back. What can be is done at once, with an Undo. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const { signal } = question;
    const withdraw = (): void => asked.answer(false);
    const asked: Pending = {
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Where questions appear; once in the page. */
export function Confirmations() {
  const [first] = useSyncExternalStore(subscribe, () => pending);
  // Each is a dialog of its own: the second click of two must not answer what nobody has read.
  return first && <Asked key={first.id} question={first} />;
}

/**
 * The browser's own dialog: it lies above whatever else is open, and makes all of it inert. Two dialogs of the library
 * that do not stand in each other would hide one another.
 */
function Asked({ question }: { readonly question: Pending }) {
  const { title, text, quote, action, danger, never, answer } = question;
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [isCareful, setCareful] = useState(quote !== undefined);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    cancel.current?.focus();
    const timer = setTimeout(() => setCareful(false), carefulForMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2 className="dialog-title" id={`${id}-title`}>
        {visibly(title)}
      </h2>
      <div
        className="confirm-text scroll-area"
        id={`${id}-text`}
        // What may be long has to be scrolled by keyboard, too.
        {...(quote !== undefined && { role: 'group', 'aria-label': 'What it is about', tabIndex: 0 })}
      >
        <p className="dialog-description">{visibly(text)}</p>
        {quote !== undefined && (
          <blockquote className="confirm-quote" dir="auto">
            {visibly(quote)}
          </blockquote>
        )}
      </div>
      <footer className="confirm-actions">
        {never && (
          <Button
            kind="quiet"
            className="confirm-never"
            onClick={() => {
              never.run();
              answer(false);
            }}
          >
            {never.label}
          </Button>
        )}
        <Button ref={cancel} onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button
          kind={danger === true ? 'danger' : 'primary'}
          disabled={isCareful}
          onClick={() => answer(true)}
        >
          {action}
        </Button>
      </footer>
    </dialog>
  );
}
