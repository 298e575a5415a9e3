import type { PointerEvent } from 'react';
import type { Point } from '../arrangement/geometry.ts';

interface Drag {
  /** How far the pointer is from where it was put down, and where it is on the page. */
  move(by: Point, at: Point): void;
  end(by: Point, at: Point): void;
  cancel(): void;
}

/** Movements up to this distance count as a click. */
const threshold = 4;

/** Follows the pointer until it is lifted, wherever it goes; Escape or a lost pointer takes it back. */
export function followPointer(event: PointerEvent<HTMLElement>, begin: () => Drag): void {
  if (event.button !== 0) return;
  const { currentTarget: handle, pointerId, clientX, clientY } = event;
  let drag: Drag | undefined;
  const by = (moved: globalThis.PointerEvent): Point => ({
    x: moved.clientX - clientX,
    y: moved.clientY - clientY,
  });
  const at = (moved: globalThis.PointerEvent): Point => ({ x: moved.clientX, y: moved.clientY });
  const move = (moved: globalThis.PointerEvent): void => {
    if (moved.pointerId !== pointerId) return;
    const far = by(moved);
    if (drag === undefined) {
      if (Math.hypot(far.x, far.y) < threshold) return;
      drag = begin();
    }
    drag.move(far, at(moved));
  };
  const up = (lifted: globalThis.PointerEvent): void => {
    if (lifted.pointerId !== pointerId) return;
    stop();
    drag?.end(by(lifted), at(lifted));
  };
  const cancel = (): void => {
    stop();
    drag?.cancel();
  };
  const press = (pressed: KeyboardEvent): void => {
    if (pressed.key !== 'Escape' || drag === undefined) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    cancel();
  };
  const stop = (): void => {
    if (handle.hasPointerCapture(pointerId)) handle.releasePointerCapture(pointerId);
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', up);
    handle.removeEventListener('pointercancel', cancel);
    window.removeEventListener('keydown', press, true);
  };
  handle.setPointerCapture(pointerId);
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', up);
  handle.addEventListener('pointercancel', cancel);
  window.addEventListener('keydown', press, true);
}
