import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { visibly } from './foreign-words.ts';
import { QuotedParts, QuotedText, type QuotedPart } from './quoted-parts.tsx';

interface Question {
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
  const { title, text, quote, parts = [], action, danger, never, always, answer } = question;
  const isForeign = quote !== undefined;
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [isCareful, setCareful] = useState(isForeign);
  const [isRead, setRead] = useState(!isForeign);
  const words = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    cancel.current?.focus();
    const timer = setTimeout(() => setCareful(false), carefulForMs);
    return () => clearTimeout(timer);
  }, []);
  // Nothing is agreed to that was never in sight.
  useEffect(() => {
    const { current } = end;
    if (!current) return undefined;
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setRead(true);
      },
      { root: words.current },
    );
    watch.observe(current);
    return () => watch.disconnect();
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
        ref={words}
        className="confirm-text scroll-area"
        id={`${id}-text`}
        // What may be long has to be scrolled by keyboard, too.
        {...(isForeign && { role: 'group', 'aria-label': 'Request details', tabIndex: 0 })}
      >
        <p className="dialog-description">{visibly(text)}</p>
        {isForeign && quote !== '' && <QuotedText text={quote} />}
        {parts.length > 0 && <QuotedParts parts={parts} />}
        {isForeign && (
          // Reached by Tab, it scrolls into sight: the way to the end without a mouse.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          <p ref={end} className="confirm-end" {...(!isRead && { tabIndex: 0 })}>
            {isRead ? '' : 'End'}
          </p>
        )}
      </div>
      {isForeign && (
        <p className="confirm-hint" id={`${id}-hint`} role="status">
          {isRead
            ? ''
            : `Scroll to the end to continue. You can choose “${action}” once you have seen all of it.`}
        </p>
      )}
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
        {always && (
          <Button
            disabled={isCareful || !isRead}
            onClick={() => {
              always.run();
              answer(true);
            }}
          >
            {always.label}
          </Button>
        )}
        <Button
          kind={danger === true ? 'danger' : 'primary'}
          disabled={isCareful || !isRead}
          {...(isForeign && { 'aria-describedby': `${id}-hint` })}
          onClick={() => answer(true)}
        >
          {action}
        </Button>
      </footer>
    </dialog>
  );
}
