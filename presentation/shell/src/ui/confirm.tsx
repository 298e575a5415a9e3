import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

interface Question {
  readonly title: string;
  readonly text: string;
  /** What is asked for, as a verb: "Delete". */
  readonly action: string;
  readonly danger?: boolean;
}

interface Pending extends Question {
  readonly answer: (yes: boolean) => void;
}

let pending: readonly Pending[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Pending[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Asks before something that cannot be taken back. What can be is done at once, with an Undo. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const asked: Pending = {
      ...question,
      answer: (yes) => {
        change(pending.filter((other) => other !== asked));
        resolve(yes);
      },
    };
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
  return first && <Asked key={first.title} question={first} />;
}

/**
 * The browser's own dialog: it lies above whatever else is open, and makes all of it inert. Two dialogs of the library
 * that do not stand in each other would hide one another.
 */
function Asked({ question: { title, text, action, danger, answer } }: { readonly question: Pending }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
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
        {title}
      </h2>
      <p className="dialog-description" id={`${id}-text`}>
        {text}
      </p>
      <footer className="confirm-actions">
        <Button onClick={() => answer(false)}>Cancel</Button>
        <Button kind={danger === true ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {action}
        </Button>
      </footer>
    </dialog>
  );
}
