import { nextAfter, type Waiting } from './waiting.ts';

/** A row that is scrolled to is drawn within a few frames. */
const mostFrames = 60;

/**
 * Moves the focus on from a question that was just answered, which goes away with its buttons: to the next question in
 * the chat, or to the composer.
 */
export function focusAfterAnswer(
  chat: HTMLElement,
  {
    answered,
    waiting,
    composer,
    show,
  }: {
    readonly answered: string;
    /** In this chat. */
    readonly waiting: readonly Waiting[];
    readonly composer: HTMLElement | null;
    show(subject: string): void;
  },
): void {
  // A focused field opens the keyboard of a phone, which covers the answer.
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const messages = chat.querySelector<HTMLElement>('.transcript-scroller');
  const resting = (isTouch ? undefined : composer) ?? messages;
  resting?.focus({ preventScroll: true });
  const next = nextAfter(waiting, answered);
  if (next === undefined) return;
  show(next.subject);
  whenDrawn(
    () => chat.querySelector<HTMLElement>(`[data-question-of="${CSS.escape(next.subject)}"]`),
    (question) => {
      // The question and none of its buttons: another press of the same key must not answer it.
      if (document.activeElement === resting) question.focus({ preventScroll: true });
    },
  );
}

function whenDrawn(
  find: () => HTMLElement | null,
  act: (found: HTMLElement) => void,
  left = mostFrames,
): void {
  const found = find();
  if (found) return act(found);
  if (left > 0) requestAnimationFrame(() => whenDrawn(find, act, left - 1));
}
