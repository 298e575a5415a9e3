import { globalEnvironment } from '@loggia/client';
import type { DeskWindow, WindowTarget } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { navigate } from '../navigation/use-route.ts';
import { attempt } from '../ui/toast-queue.ts';
import { changeWindow, mayLeave, raiseWindow } from './arrange.ts';
import { attendTo } from './attention.ts';
import { deskRoom } from './desk-room.ts';
import { deskWindowsOf } from './desk-windows.ts';
import { placeForNew } from './geometry.ts';
import { isSameTarget, orderInFront, windowToReuse, type ArtifactTarget } from './stack.ts';
import { routeOfWindow } from './window-route.ts';

/** Used before a desk was on screen to be measured. */
const usualRoom = { width: 1000, height: 760 };

/** Brings the window that shows the target to the front of the workspace's desk, or opens a new one. */
export function openWindow(host: ShellHost, workspace: string, target: WindowTarget, title?: string): void {
  attempt(
    show(host, workspace, target, {
      title,
      reuse: (windows) => windows.find((window) => isSameTarget(window.target, target)),
      shown: () => navigate(routeOfWindow(workspace, target)),
    }),
  );
}

/** The same without a step in the history: the address says so already, or the user stays on another page. */
export async function bringUp(
  host: ShellHost,
  workspace: string,
  target: WindowTarget,
  looks: Pick<Showing, 'title' | 'height'> = {},
): Promise<void> {
  await show(host, workspace, target, {
    ...looks,
    reuse: (windows) => windows.find((window) => isSameTarget(window.target, target)),
  });
}

/** Shows an artifact with the viewer that the target names: in a window that shows it already, or in a new one. */
export function openWith(
  host: ShellHost,
  workspace: string,
  target: ArtifactTarget,
  { title, window }: { readonly title: string; readonly window?: string | undefined },
): void {
  attempt(
    show(host, workspace, target, {
      title,
      reuse: (windows) => windowToReuse(windows, target, window),
      shown: () => navigate(routeOfWindow(workspace, target)),
    }),
  );
}

interface Showing {
  readonly title?: string | undefined;
  /** The height of a new window, if there is room for it. */
  readonly height?: number | undefined;
  reuse(windows: readonly DeskWindow[]): DeskWindow | undefined;
  /** Called synchronously, so that the address is right when the windows render. */
  shown?(): void;
}

async function show(
  host: ShellHost,
  workspace: string,
  target: WindowTarget,
  { title, height, reuse, shown }: Showing,
): Promise<void> {
  const store = await deskWindowsOf(host).ready(workspace);
  const windows = store.getSnapshot();
  const known = reuse(windows);
  if (known) {
    if (!isSameTarget(known.target, target)) {
      // Another viewer takes the place of this one, and with it of what is written in it.
      if (!(await mayLeave(known))) return;
      changeWindow(host, workspace, known.id, (before) => ({ ...before, target }));
    }
    raiseWindow(host, workspace, known.id);
    attendTo(known.id);
    shown?.();
    return;
  }
  const id = globalEnvironment.newId();
  store.put({
    id,
    target,
    ...(title !== undefined && { title: title.slice(0, 500) }),
    ...placeForNew(windows, deskRoom.getSnapshot() ?? usualRoom, height),
    order: orderInFront(windows),
  });
  attendTo(id);
  shown?.();
}
