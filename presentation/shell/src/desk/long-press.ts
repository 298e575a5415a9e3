import { useMemo, type TouchEvent } from 'react';

/** Sooner than the menu that a long press opens, so that the menu is that of what was pressed. */
const pressMs = 400;
/** A finger that moves further scrolls. */
const slack = 10;

/** Handlers that tell of a finger that rests on something. */
export function useLongPress(pressed: (target: EventTarget) => void) {
  const press = useMemo(() => new LongPress(), []);
  return {
    onTouchStartCapture: (event: TouchEvent) => press.start(event, pressed),
    onTouchMoveCapture: (event: TouchEvent) => press.move(event),
    onTouchEndCapture: () => press.end(),
    onTouchCancelCapture: () => press.end(),
  };
}

class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #from = { x: 0, y: 0 };

  start({ touches, target }: TouchEvent, pressed: (target: EventTarget) => void): void {
    this.end();
    const touch = touches[0];
    if (!touch || touches.length > 1) return;
    this.#from = { x: touch.clientX, y: touch.clientY };
    this.#timer = setTimeout(() => pressed(target), pressMs);
  }

  move({ touches }: TouchEvent): void {
    const touch = touches[0];
    if (!touch || Math.hypot(touch.clientX - this.#from.x, touch.clientY - this.#from.y) > slack) this.end();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
