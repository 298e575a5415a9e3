import {
  workspaceUri,
  type DeskAction,
  type DeskWindow,
  type StateAction,
  type WorkspaceState,
} from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { complain, tell } from '../ui/toast-queue.ts';
import type { Box } from './geometry.ts';
import { frontOf, orderInFront } from './stack.ts';

/** The windows of a desk as this screen knows them. */
export function windowsOn(host: ShellHost, workspace: string): readonly DeskWindow[] {
  return host.channels.view<WorkspaceState>(workspaceUri(workspace)).state?.windows ?? [];
}

function dispatch(host: ShellHost, workspace: string, action: DeskAction): void {
  const { settled } = host.client.dispatch(workspaceUri(workspace), action as unknown as StateAction);
  settled.catch((error: unknown) => complain(error));
}

/** Shown at once, told to everybody on the desk, and taken back with a sentence where the host refuses. */
export function putWindow(host: ShellHost, workspace: string, window: DeskWindow): void {
  dispatch(host, workspace, { type: 'x-loggia/windowSet', window });
}

/** Changes a window where it still exists: somebody else may have closed it. */
export function changeWindow(
  host: ShellHost,
  workspace: string,
  id: string,
  change: (window: DeskWindow) => DeskWindow,
): void {
  const window = windowsOn(host, workspace).find((one) => one.id === id);
  if (window) putWindow(host, workspace, change(window));
}

function stateless(window: DeskWindow): DeskWindow {
  const { state: _, ...rest } = window;
  return rest;
}

/** Where it stands from now on: neither put away nor snapped to anything. */
export function placeWindow(host: ShellHost, workspace: string, id: string, box: Box): void {
  changeWindow(host, workspace, id, (window) => ({
    ...stateless(window),
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  }));
}

export function setWindowState(
  host: ShellHost,
  workspace: string,
  id: string,
  state: Exclude<DeskWindow['state'], undefined>,
): void {
  const order = state === 'minimised' ? undefined : orderInFront(windowsOn(host, workspace));
  changeWindow(host, workspace, id, (window) => ({
    ...stateless(window),
    ...(order !== undefined && { order }),
    ...(state !== 'normal' && { state }),
  }));
}

/** To the front, and up from the strip where it was put away. Says nothing to anybody where it is in front already. */
export function raiseWindow(host: ShellHost, workspace: string, id: string): void {
  const windows = windowsOn(host, workspace);
  if (frontOf(windows)?.id === id) return;
  const order = orderInFront(windows);
  changeWindow(host, workspace, id, ({ state, ...window }) => ({
    ...window,
    order,
    ...(state !== undefined && state !== 'minimised' && { state }),
  }));
}

export function closeWindow(host: ShellHost, workspace: string, id: string): void {
  dispatch(host, workspace, { type: 'x-loggia/windowRemoved', id });
}

export function closeAllWindows(host: ShellHost, workspace: string): void {
  const closed = windowsOn(host, workspace);
  for (const { id } of closed) closeWindow(host, workspace, id);
  tell(closed.length === 1 ? 'One window closed.' : `${closed.length} windows closed.`, {
    undo: () => {
      for (const window of closed) putWindow(host, workspace, window);
    },
  });
}

export function minimiseAllWindows(host: ShellHost, workspace: string): void {
  for (const { id, state } of windowsOn(host, workspace)) {
    if (state !== 'minimised') setWindowState(host, workspace, id, 'minimised');
  }
}
