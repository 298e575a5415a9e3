import { globalEnvironment } from '@loggia/client';
import type { DeskWindow } from '@loggia/protocol';
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { useHost } from '../host/host-context.tsx';
import { placeWindow, setWindowState } from '../arrangement/arrange.ts';
import { followPointer } from './follow-pointer.ts';
import {
  fitted,
  isSnapped,
  moved,
  pulledOff,
  resized,
  snapAt,
  within,
  type Box,
  type Edge,
  type Point,
  type Snap,
} from '../arrangement/geometry.ts';
import { Pacer } from './pacer.ts';

/** Others on the desk see a drag in steps of this; it is not worth more of the log. */
const toldEveryMs = 150;

export interface WindowDrag {
  /** The visible box of the window. */
  readonly box: Box;
  /** The snap state if it is dropped here. */
  readonly snap: Snap | undefined;
  readonly isDragged: boolean;
  startMove(event: PointerEvent<HTMLElement>): void;
  startResize(event: PointerEvent<HTMLElement>, edge: Edge): void;
  moveBy(by: Point): void;
  resizeBy(by: Point): void;
}

/** Moves and resizes a window. The movement shows here at once; other clients hear of it now and then. */
export function useWindowDrag(workspace: string, window: DeskWindow, room: Box): WindowDrag {
  const host = useHost();
  const { id } = window;
  const [local, setLocal] = useState<{ readonly box: Box; readonly snap?: Snap | undefined }>();
  const pacer = useMemo(
    () => new Pacer<Box>((box) => placeWindow(host, workspace, id, box), toldEveryMs, globalEnvironment),
    [host, workspace, id],
  );
  useEffect(() => () => pacer.stop(), [pacer]);
  const seen = fitted(window, room);
  const newest = useRef({ window, room, seen });
  useEffect(() => {
    newest.current = { window, room, seen };
  });

  const startMove = (event: PointerEvent<HTMLElement>): void => {
    followPointer(event, () => {
      const { window: before, room: into, seen: start } = newest.current;
      const inRoom = (at: Point): Point => ({ x: at.x - into.x, y: at.y - into.y });
      let from = start;
      let isPulled = !isSnapped(before.state);
      const where = (by: Point, at: Point): Box => {
        if (!isPulled) {
          isPulled = true;
          const off = pulledOff(start, before, inRoom(at), into);
          from = { ...off, x: off.x - by.x, y: off.y - by.y };
        }
        return moved(from, by, into);
      };
      return {
        move: (by, at) => {
          const box = where(by, at);
          setLocal({ box, snap: snapAt(inRoom(at), into) });
          pacer.push(box);
        },
        end: (by, at) => {
          const snap = snapAt(inRoom(at), into);
          pacer.stop();
          // A snapped window keeps the place that it was taken from, to go back to.
          if (snap === undefined) placeWindow(host, workspace, id, where(by, at));
          else {
            placeWindow(host, workspace, id, isSnapped(before.state) ? before : start);
            setWindowState(host, workspace, id, snap);
          }
          setLocal(undefined);
        },
        cancel: () => {
          pacer.finish(start);
          if (isSnapped(before.state)) {
            placeWindow(host, workspace, id, before);
            setWindowState(host, workspace, id, before.state);
          }
          setLocal(undefined);
        },
      };
    });
  };

  const startResize = (event: PointerEvent<HTMLElement>, edge: Edge): void => {
    event.stopPropagation();
    followPointer(event, () => {
      const { room: into, seen: start } = newest.current;
      return {
        move: (by) => {
          const box = resized(start, edge, by, into);
          setLocal({ box });
          pacer.push(box);
        },
        end: (by) => {
          pacer.finish(resized(start, edge, by, into));
          setLocal(undefined);
        },
        cancel: () => {
          pacer.finish(start);
          setLocal(undefined);
        },
      };
    });
  };

  return {
    box: local?.box ?? seen,
    snap: local?.snap,
    isDragged: local !== undefined,
    startMove,
    startResize,
    moveBy: (by) => placeWindow(host, workspace, id, moved(within(window, room), by, room)),
    resizeBy: (by) => placeWindow(host, workspace, id, resized(within(window, room), 'se', by, room)),
  };
}
