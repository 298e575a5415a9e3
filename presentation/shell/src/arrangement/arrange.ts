import { globalEnvironment } from '@loggia/client';
import type { DeskWindow } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';
import { unsavedWork } from '../host/unsaved-work.ts';
import { confirm } from '../ui/question-queue.ts';
import { attempt, complain, tell } from '../ui/toast-queue.ts';
import { deskWindowsOf } from './desk-windows.ts';
import type { Box } from './geometry.ts';
import { frontOf, orderInFront } from './stack.ts';

export function windowsOn(host: ShellHost, workspace: string): readonly DeskWindow[] {
  return deskWindowsOf(host).of(workspace).getSnapshot();
}

/** Says why where there are too many. */
function putWindow(host: ShellHost, workspace: string, window: DeskWindow): void {
  try {
    deskWindowsOf(host).of(workspace).put(window);
  } catch (error) {
    complain(error);
  }
}

/** Changes a window where it still exists. */
export function changeWindow(
  host: ShellHost,
  workspace: string,
  id: string,
  change: (window: DeskWindow) => DeskWindow,
): void {
  deskWindowsOf(host).of(workspace).change(id, change);
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

/** Longer than a save takes, and short enough to be waited for. */
const savingMs = 4000;

/** Closes it once everything written in it is saved; asks where that can't be done. */
export function closeWindow(host: ShellHost, workspace: string, id: string): void {
  attempt(closeWindows(host, workspace, [id]));
}

/** Those whose words can't be saved stay, unless the user lets go of them. Returns the ones that are closed. */
export async function closeWindows(
  host: ShellHost,
  workspace: string,
  ids: readonly string[],
): Promise<readonly DeskWindow[]> {
  const store = deskWindowsOf(host).of(workspace);
  const closed: DeskWindow[] = [];
  for (const id of ids) {
    const window = store.getSnapshot().find((one) => one.id === id);
    if (!window || !(await mayLeave(window))) continue;
    store.remove(id);
    closed.push(window);
  }
  return closed;
}

/** Saves what is written in the window. Where that fails, the user decides whether to let go of it. */
export async function mayLeave({ target, title }: DeskWindow): Promise<boolean> {
  if (target.kind !== 'artifact' || unsavedWork.of(target.artifact).length === 0) return true;
  const timeUp = new Promise((resolve) => globalEnvironment.after(savingMs, () => resolve(undefined)));
  const unsaved = await unsavedWork.save(target.artifact, timeUp);
  if (unsaved.length === 0) return true;
  return confirm({
    title: `Close “${title ?? 'this window'}” without saving?`,
    text: 'Your last changes couldn’t be saved. If you close the window, they are lost.',
    action: 'Close without saving',
    danger: true,
  });
}

export async function closeAllWindows(host: ShellHost, workspace: string): Promise<void> {
  const ids = windowsOn(host, workspace).map(({ id }) => id);
  const closed = await closeWindows(host, workspace, ids);
  if (closed.length === 0) return;
  tell(closed.length === 1 ? 'One window closed.' : `${closed.length} windows closed.`, {
    undo: () => {
      for (const window of closed) putWindow(host, workspace, window);
    },
  });
}

export function minimizeAllWindows(host: ShellHost, workspace: string): void {
  for (const { id, state } of windowsOn(host, workspace)) {
    if (state !== 'minimised') setWindowState(host, workspace, id, 'minimised');
  }
}
