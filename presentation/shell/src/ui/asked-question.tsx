import { useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { visibly } from './foreign-words.ts';
import type { PendingQuestion } from './question-queue.ts';
import { QuotedParts, QuotedText } from './quoted-parts.tsx';

/** A View may choose the moment of its question, such as just before a click on the place under it. */
const carefulForMs = 500;

/**
 * The browser's own dialog: it lies above whatever else is open, and makes all of it inert. Two dialogs of the library
 * that do not stand in each other would hide one another.
 */
export function AskedQuestion({ question }: { readonly question: PendingQuestion }) {
  const { title, text, quote, parts = [], action, danger, never, always = [], answer } = question;
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
      // A dialog of the library below would take the key for itself.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
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
        // Long content must be scrollable by keyboard, too.
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
        {always.map(({ label, run }) => (
          <Button
            key={label}
            disabled={isCareful || !isRead}
            onClick={() => {
              run();
              answer(true);
            }}
          >
            {label}
          </Button>
        ))}
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
