/**
 * Whether an event is for an element itself. React also delivers those from the menus and dialogs of an element to it,
 * although they are elsewhere in the document; and a dialog that has just opened hides what is behind it a moment before
 * it takes the focus.
 */
export function isWithin(event: {
  readonly currentTarget: EventTarget & Element;
  readonly target: EventTarget;
}): boolean {
  const { currentTarget, target } = event;
  return (
    target instanceof Node &&
    currentTarget.contains(target) &&
    currentTarget.closest('[aria-hidden="true"]') === null
  );
}
