/** Keys that lead from one element to the next. */
const moves: ReadonlySet<string> = new Set([
  'Tab',
  'F6',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
]);

let lastKey: string | undefined;

// In capture: whoever handles the key may keep it to themselves.
globalThis.document?.addEventListener('keydown', ({ key }) => (lastKey = key), { capture: true });
globalThis.document?.addEventListener('pointerdown', () => (lastKey = undefined), { capture: true });

/** Whether the user goes from element to element with the keyboard: the last thing they did was to press such a key. */
export function isMovingFocus(): boolean {
  return lastKey !== undefined && moves.has(lastKey);
}
