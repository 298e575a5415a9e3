import type { DeskWindow } from '@loggia/protocol';

/** A place on the desk, in pixels from the corner of the room that it has. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The space that the desk offers. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Snap = 'left' | 'right' | 'maximised';
export type Edge = 'n' | 'e' | 's' | 'w' | 'ne' | 'se' | 'sw' | 'nw';

export const smallest: Room = { width: 300, height: 180 };
const firstSize: Room = { width: 860, height: 600 };
const cascadeStep = 32;
const snapReach = 14;

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

export function isSnapped(state: DeskWindow['state']): state is Snap {
  return state === 'maximised' || state === 'left' || state === 'right';
}

/** The place where a window is shown. The stored box is kept as it is, because another screen may have more room. */
export function fitted(window: Box & Pick<DeskWindow, 'state'>, room: Room): Box {
  return isSnapped(window.state) ? snapped(window.state, room) : within(window, room);
}

export function snapped(state: Snap, room: Room): Box {
  const half = Math.floor(room.width / 2);
  switch (state) {
    case 'maximised':
      return { x: 0, y: 0, width: room.width, height: room.height };
    case 'left':
      return { x: 0, y: 0, width: half, height: room.height };
    case 'right':
      return { x: half, y: 0, width: room.width - half, height: room.height };
  }
}

/** The same, no larger than the room and nowhere outside of it. */
export function within(box: Box, room: Room): Box {
  const width = Math.min(Math.max(box.width, smallest.width), room.width);
  const height = Math.min(Math.max(box.height, smallest.height), room.height);
  return {
    x: between(box.x, 0, room.width - width),
    y: between(box.y, 0, room.height - height),
    width,
    height,
  };
}

export function moved(box: Box, by: Point, room: Room): Box {
  return within({ ...box, x: box.x + by.x, y: box.y + by.y }, room);
}

/** With one edge or corner pulled; the opposite one stays where it is. */
export function resized(box: Box, edge: Edge, by: Point, room: Room): Box {
  let { x, y, width, height } = box;
  if (edge.includes('e')) width = between(width + by.x, smallest.width, room.width - x);
  if (edge.includes('s')) height = between(height + by.y, smallest.height, room.height - y);
  if (edge.includes('w')) {
    const right = x + width;
    x = between(x + by.x, 0, right - smallest.width);
    width = right - x;
  }
  if (edge.includes('n')) {
    const bottom = y + height;
    y = between(y + by.y, 0, bottom - smallest.height);
    height = bottom - y;
  }
  return { x, y, width, height };
}

/** The snap state of a window that is dropped here. */
export function snapAt(pointer: Point, room: Room): Snap | undefined {
  if (pointer.x <= snapReach) return 'left';
  if (pointer.x >= room.width - snapReach) return 'right';
  return pointer.y <= snapReach ? 'maximised' : undefined;
}

/** A snapped window that is dragged away takes its own size again, and stays under the pointer. */
export function pulledOff(seen: Box, wish: Box, pointer: Point, room: Room): Box {
  const { width, height } = within(wish, room);
  const share = seen.width === 0 ? 0 : (pointer.x - seen.x) / seen.width;
  return within({ x: Math.round(pointer.x - width * share), y: seen.y, width, height }, room);
}

/** Where the next one opens: in the middle, a step further for each that already stands there. */
export function placeForNew(others: readonly Box[], room: Room, wantedHeight = firstSize.height): Box {
  const width = Math.min(firstSize.width, Math.round(room.width * 0.9));
  const height = Math.min(wantedHeight, Math.round(room.height * 0.86));
  const start = {
    x: Math.max(0, Math.round((room.width - width) / 2)),
    y: Math.max(0, Math.round((room.height - height) / 3)),
  };
  const isTaken = ({ x, y }: Point) =>
    others.some((other) => Math.abs(other.x - x) < cascadeStep && Math.abs(other.y - y) < cascadeStep);
  const [wide, high] = [room.width - width, room.height - height];
  let [x, y] = [start.x, start.y];
  // Each step is another place until the room is through; then they begin to share.
  for (let step = 0; step < others.length && isTaken({ x, y }); step += 1) {
    x = wide > 0 ? (x + cascadeStep) % (wide + 1) : 0;
    y = high > 0 ? (y + cascadeStep) % (high + 1) : 0;
  }
  return { x, y, width: Math.max(width, 1), height: Math.max(height, 1) };
}
