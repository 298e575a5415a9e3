/** React also delivers events from the menus and dialogs of an element to it, although they are elsewhere in the document. */
export function isWithin(event: {
  readonly currentTarget: EventTarget & Element;
  readonly target: EventTarget;
}): boolean {
  return event.target instanceof Node && event.currentTarget.contains(event.target);
}
